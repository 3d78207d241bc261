"""Sayılar: saf numpy, çizim yok, dosya yok, genel durum yok. Her işlev aynı girdiye aynı sonucu verir.

Her modül bir konudur; adların hepsi buradan da alınır (`import _engine; _engine.softmax(…)`).
"""

from _engine.activations import (
    activation_fns,
    softplus_scaled,
    tanh_deriv,
)
from _engine.attention import (
    attention_gradient_norms,
    causal_mask,
    causal_mask_demo,
    cross_attention,
    multi_head_attention,
    positional_encoding,
    scaled_dot_product_attention,
    self_attention_matrix,
)
from _engine.autograd import (
    WorkedExample,
    autograd_worked,
)
from _engine.classifiers import (
    accuracy,
    decision_grid,
    logreg_forward,
    logreg_train,
    mlp_forward,
    mlp_train,
)
from _engine.convolution import (
    avg_pool2d,
    build_toeplitz,
    conv1d,
    conv2d,
    conv_output_size,
    conv_pad_output,
    edge_kernels,
    max_pool2d,
)
from _engine.datasets import (
    ae_latent_clusters,
    gan_samples,
    make_manifold_curve,
    make_moons_np,
    make_spiral,
    make_synthetic_image,
    rotate_image_4way,
    unroll_spiral,
)
from _engine.decoding import (
    Hypothesis,
    NextLogProbs,
    beam_search,
    exact_search,
    greedy_search,
    sample_top_k,
    topk_truncate,
)
from _engine.distributions import (
    attention_weights,
    entropy,
    softmax,
    softmax_temperature,
)
from _engine.energy import (
    energy_1d,
    energy_1d_grad,
    energy_landscape,
)
from _engine.geometry import (
    affine_transform,
    linear_transforms,
    near_singular_matrix,
    svd_demo,
    unit_circle,
    unit_grid,
)
from _engine.latent import (
    project_to_manifold,
    sparse_code_demo,
    vae_reparam,
)
from _engine.losses import (
    ce_loss_curve,
    margin_losses,
    mse_loss_curve,
)
from _engine.normalization import (
    batch_norm,
    layer_norm,
)
from _engine.optimization import (
    gd_path,
    loss_surface_2d,
    optimize_quad,
    quad_grad,
    quad_loss,
    sgd_loss_curves,
)
from _engine.recurrent import (
    rnn_forward,
    rnn_gradient_norms,
    vanishing_demo,
)
from _engine.uncertainty import (
    uncertainty_demo,
)

__all__ = [
    "Hypothesis",
    "NextLogProbs",
    "WorkedExample",
    "accuracy",
    "activation_fns",
    "ae_latent_clusters",
    "affine_transform",
    "attention_gradient_norms",
    "attention_weights",
    "autograd_worked",
    "avg_pool2d",
    "batch_norm",
    "beam_search",
    "build_toeplitz",
    "causal_mask",
    "causal_mask_demo",
    "ce_loss_curve",
    "conv1d",
    "conv2d",
    "conv_output_size",
    "conv_pad_output",
    "cross_attention",
    "decision_grid",
    "edge_kernels",
    "energy_1d",
    "energy_1d_grad",
    "energy_landscape",
    "entropy",
    "exact_search",
    "gan_samples",
    "gd_path",
    "greedy_search",
    "layer_norm",
    "linear_transforms",
    "logreg_forward",
    "logreg_train",
    "loss_surface_2d",
    "make_manifold_curve",
    "make_moons_np",
    "make_spiral",
    "make_synthetic_image",
    "margin_losses",
    "max_pool2d",
    "mlp_forward",
    "mlp_train",
    "mse_loss_curve",
    "multi_head_attention",
    "near_singular_matrix",
    "optimize_quad",
    "positional_encoding",
    "project_to_manifold",
    "quad_grad",
    "quad_loss",
    "rnn_forward",
    "rnn_gradient_norms",
    "rotate_image_4way",
    "sample_top_k",
    "scaled_dot_product_attention",
    "self_attention_matrix",
    "sgd_loss_curves",
    "softmax",
    "softmax_temperature",
    "softplus_scaled",
    "sparse_code_demo",
    "svd_demo",
    "tanh_deriv",
    "topk_truncate",
    "uncertainty_demo",
    "unit_circle",
    "unit_grid",
    "unroll_spiral",
    "vae_reparam",
    "vanishing_demo",
]
