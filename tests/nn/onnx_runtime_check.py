#!/usr/bin/env python3
"""Checks `lielow export` against other programs: ONNX Runtime and the safetensors library.

usage: onnx_runtime_check.py LIELOW ONNX_SAMPLES

Exports the models that ONNX_SAMPLES (tests/nn/onnx_samples.cc) makes, evaluates them with ONNX
Runtime on several boards and in several batches, and compares with what the program computes. Needs
the Python modules onnxruntime, safetensors and numpy, and also checks with onnx if that is there.
Exit code 77 without them: not checked.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

NOT_CHECKED = 77
TOLERANCE = 1e-4
SIZES = (5, 8, 9)

try:
    import numpy
    import onnxruntime
    import safetensors
    import safetensors.numpy
except ImportError as error:
    print(f"not checked: {error}")
    sys.exit(NOT_CHECKED)


def export(lielow, model, file):
    """Runs the command; returns what it says of the file."""
    command = [lielow, "export", model, "--to", file, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


def softmax(logits):
    exponentials = numpy.exp(logits - logits.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


def check_with_onnx(file):
    """Returns what was checked."""
    try:
        import onnx
    except ImportError:
        return "onnx is not there"
    model = onnx.load(file)
    onnx.checker.check_model(model, full_check=True)
    assert model.producer_name == "lielow", model.producer_name
    operators = sorted({node.op_type for node in model.graph.node})
    return f"onnx.checker passes; operators {' '.join(operators)}"


def check_metadata(session, model):
    """All that the model file says of itself is in the ONNX file too."""
    found = session.get_modelmeta().custom_metadata_map
    with safetensors.safe_open(model, "numpy") as file:
        for key, value in file.metadata().items():
            assert found[key] == value, f"metadata {key}: {found.get(key)}"
    for key in ("planes", "policy_logits", "value", "view"):
        assert found[key], f"metadata {key} is missing"


def differences(session, samples):
    """The largest differences of policy logits, of their softmax, and of values."""
    planes = samples["planes"]
    largest = [0.0, 0.0, 0.0]
    for batch in (1, 7, len(planes)):
        for begin in range(0, len(planes), batch):
            part = slice(begin, begin + batch)
            policy, value = session.run(
                ["policy_logits", "value"], {"planes": planes[part]})
            assert policy.shape == samples["policy_logits"][part].shape, policy.shape
            assert value.shape == samples["value"][part].shape, value.shape
            for i, (a, b) in enumerate((
                    (policy, samples["policy_logits"][part]),
                    (softmax(policy), softmax(samples["policy_logits"][part])),
                    (value, samples["value"][part]))):
                largest[i] = max(largest[i], float(numpy.abs(a - b).max()))
    return largest


def check_safetensors(lielow, model):
    """The exported tensors are the model's, but for those that play does not need."""
    copy = model.with_suffix(".play.safetensors")
    said = export(lielow, model, copy)
    before = safetensors.numpy.load_file(model)
    after = safetensors.numpy.load_file(copy)
    for name, tensor in after.items():
        assert numpy.array_equal(tensor, before[name]), name
    left_out = sorted(set(before) - set(after))
    assert left_out == ["soft_policy_out.bias", "soft_policy_out.weight"], left_out
    numbers = sum(t.size for name, t in after.items() if "running_" not in name)
    assert said["parameters"] == numbers, (said, numbers)
    return f"safetensors: {len(after)} tensors are equal"


def check_model(lielow, model):
    file = model.with_suffix(".onnx")
    said = export(lielow, model, file)
    assert said["bytes"] == file.stat().st_size, said
    print(f"{model.stem}: {said['parameters']} parameters, the program's own check: "
          f"{said['largest_difference']:.1e}")
    print(f"  {check_with_onnx(file)}\n  {check_safetensors(lielow, model)}")
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    check_metadata(session, model)
    for size in SIZES:
        samples = safetensors.numpy.load_file(
            model.parent / "samples" / f"{model.stem}-{size}.safetensors")
        logits, policy, value = differences(session, samples)
        print(f"  {size}x{size}, {len(samples['planes'])} positions: largest difference of a "
              f"policy logit {logits:.1e}, of its softmax {policy:.1e}, of a value {value:.1e}")
        assert max(policy, value) <= TOLERANCE, "more than rounding"


def main():
    lielow, samples = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([samples, directory], check=True)
        models = sorted(pathlib.Path(directory).glob("*.safetensors"))
        assert models, "no models"
        for model in models:
            check_model(lielow, model)
    print(f"onnxruntime {onnxruntime.__version__}: checked")


if __name__ == "__main__":
    main()
