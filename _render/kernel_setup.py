"""Çekirdekte bölümün hücrelerinden önce koşan kurulum (dosya olarak okunur, `_render` içinden çağrılmaz).

Şekillerin boyu ve biçimi Quarto'nun Jupyter kurulumundaki gibidir. Çekirdeğin okuduğu dosyaları ve sonradan içe
aktardığı paketleri not eder: kaydın dayanakları bunlardır.
"""

# mypy: ignore-errors
# ruff: noqa


def _kur(root, width, height, fmt, dpi):
    import os
    import sys

    before = set(sys.modules)
    opened = set()

    def hook(event, args):
        if event == "open" and isinstance(args[0], str) and (not isinstance(args[1], str) or "r" in args[1]):
            opened.add(os.path.abspath(args[0]))

    sys.addaudithook(hook)

    from IPython import get_ipython

    def stop(*_):
        raise SystemExit("exit()")

    get_ipython().ask_exit = stop  # çekirdek, sonraki hücrenin hatası gibi görünerek değil, burada durur

    import matplotlib
    import matplotlib.pyplot  # yazı tipi listesi burada kurulsun: iletisi bir hücrenin çıktısına düşmesin
    from matplotlib_inline.backend_inline import set_matplotlib_formats

    matplotlib.rcParams["figure.figsize"] = (width, height)
    matplotlib.rcParams["figure.dpi"] = dpi
    matplotlib.rcParams["savefig.dpi"] = "figure"
    matplotlib.rcParams["svg.hashsalt"] = "dikkat"
    set_matplotlib_formats(fmt)

    def report():
        import json
        from importlib.metadata import packages_distributions

        loaded = {name: module for name, module in list(sys.modules.items()) if name not in before}
        paths = opened | {getattr(module, "__file__", None) or "" for module in loaded.values()}
        files = set()
        for path in filter(None, paths):
            inside = os.path.relpath(os.path.join(root, path), root)
            if not inside.startswith((os.pardir, ".")) and not inside.endswith((".pyc", ".qmd")):
                files.add(inside.replace(os.sep, "/"))
        owners = packages_distributions()
        tops = {name.partition(".")[0] for name in loaded}
        packages = {name: sorted(owners[name]) for name in sorted(tops) if name in owners}
        return json.dumps({"files": sorted(files), "packages": packages})

    sys._dikkat_report = report
