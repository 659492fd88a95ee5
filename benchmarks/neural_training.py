"""Training time of bigru-transformer beside the same network in PyTorch, in one run.

    python benchmarks/neural_training.py build/release/benchmarks/neural_training

Needs torch. Both train all rows of experiments/zoo.ini for all epochs, without early stopping: embedded
tokens, bidirectional GRU, pre-norm encoder layers with exact GELU and dropout, mean over tokens, linear
head; mean squared error, AdamW, warm-up and cosine decay, gradients clipped by norm. memlaw computes in
double precision, PyTorch in single precision (its default) and in double. Values are random in PyTorch:
time does not depend on them.
"""

import argparse
import json
import math
import statistics
import subprocess
import time

import torch
from torch import nn


class Network(nn.Module):
    """The network of src/models/neural: `levels` are those of each token, 0 for a number."""

    def __init__(self, levels, width, layers, heads, feed_forward, dropout=0.1):
        super().__init__()
        self.numeric = [i for i, n in enumerate(levels) if n == 0]
        self.categorical = [i for i, n in enumerate(levels) if n > 0]
        self.scale = nn.Parameter(torch.randn(len(self.numeric), width))
        self.shift = nn.Parameter(torch.randn(len(self.numeric), width))
        self.tables = nn.ModuleList(nn.Embedding(levels[i], width) for i in self.categorical)
        places = self.numeric + self.categorical
        self.order = torch.argsort(torch.tensor(places))
        self.gru = nn.GRU(width, width // 2, batch_first=True, bidirectional=True)
        layer = nn.TransformerEncoderLayer(
            width, heads, feed_forward, dropout=dropout, activation="gelu", batch_first=True, norm_first=True)
        layer.self_attn.dropout = 0.0  # memlaw drops after attention only
        self.encoder = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.head = nn.Linear(width, 1)

    def forward(self, numbers, codes):
        tokens = [numbers[:, :, None] * self.scale + self.shift]
        tokens += [table(codes[:, k : k + 1]) for k, table in enumerate(self.tables)]
        x = torch.cat(tokens, dim=1)[:, self.order]
        x, _ = self.gru(x)
        return self.head(self.encoder(x).mean(dim=1))[:, 0]


def train(levels, rows, options, dtype):
    """Seconds that one training takes."""
    torch.manual_seed(1)
    torch.set_default_dtype(dtype)
    network = Network(levels, options.width, options.layers, options.heads, options.feed_forward)
    numbers = torch.randn(rows, len(network.numeric))
    codes = torch.stack([torch.randint(levels[i], (rows,)) for i in network.categorical], dim=1)
    target = torch.randn(rows)
    start = time.perf_counter()
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=0.01)
    steps = options.epochs * math.ceil(rows / options.batch)
    warm = max(1, int(0.05 * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda s: (s + 1) / warm if s < warm else 0.5 * (1 + math.cos(math.pi * (s - warm) / max(1, steps - warm))))
    network.train()
    for _ in range(options.epochs):
        for chosen in torch.randperm(rows).split(options.batch):
            loss = nn.functional.mse_loss(network(numbers[chosen], codes[chosen]), target[chosen])
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
    seconds = time.perf_counter() - start
    return seconds, sum(p.numel() for p in network.parameters())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the neural_training program of memlaw")
    for name, value in [("width", 32), ("layers", 1), ("heads", 4), ("feed_forward", 64), ("batch", 32),
                        ("epochs", 20), ("threads", 2), ("repeats", 3)]:
        parser.add_argument("--" + name, type=int, default=value)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)

    def memlaw(networks):
        settings = [options.width, options.layers, options.heads, options.feed_forward, options.batch, options.epochs,
                    networks, options.threads]
        out = subprocess.run([options.program, *map(str, settings)], check=True, capture_output=True, text=True)
        return json.loads(out.stdout)

    seconds = {"memlaw": [], "memlaw, a network a thread": [], "PyTorch float32": [], "PyTorch float64": []}
    first = memlaw(1)
    warm_up = argparse.Namespace(**{**vars(options), "epochs": 1})
    for dtype in torch.float32, torch.float64:
        train(first["levels"], first["rows"], warm_up, dtype)
    for _ in range(options.repeats):
        one = memlaw(1)
        seconds["memlaw"].append(one["seconds"])
        several = memlaw(options.threads)["seconds"] / options.threads
        seconds["memlaw, a network a thread"].append(several)
        for name, dtype in [("PyTorch float32", torch.float32), ("PyTorch float64", torch.float64)]:
            taken, parameters = train(one["levels"], one["rows"], options, dtype)
            if parameters != one["parameters"]:
                raise SystemExit(f"the networks differ: {parameters} and {one['parameters']} parameters")
            seconds[name].append(taken)
    median = {name: statistics.median(values) for name, values in seconds.items()}
    print(f"torch {torch.__version__}, {one['rows']} rows, {len(one['levels'])} tokens, {one['parameters']} parameters, "
          f"{options.epochs} epochs in batches of {options.batch}, {options.threads} threads, "
          f"median of {options.repeats}")
    for name, value in median.items():
        print(f"{name:28} {value:8.3f} s a network   PyTorch float32 / this {median['PyTorch float32'] / value:5.2f}"
              f"   PyTorch float64 / this {median['PyTorch float64'] / value:5.2f}")


if __name__ == "__main__":
    main()
