#!/usr/bin/env python3
"""Writes sklearn_trees.json: what scikit-learn's trees predict on the tables in datasets/.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install scikit-learn
    /tmp/venv/bin/python tests/models/reference/sklearn_trees.py

For each of three tables and ten random 70/30 splits: the rows that are tested, the predictions of a
decision tree for them, and the mean R2 of the ensembles. Where two splits of a node improve it alike,
scikit-learn is decided by the random order in which it visits the features, or by the last bit of a
sum. So trees are grown with forty seeds, each on another order of the training rows and with the
target in another unit; test rows that they disagree on are listed as "tied".
"""
import csv
import json
import pathlib

import numpy as np
import sklearn
from sklearn.ensemble import AdaBoostRegressor, ExtraTreesRegressor, RandomForestRegressor
from sklearn.metrics import r2_score
from sklearn.tree import DecisionTreeRegressor

ROOT = pathlib.Path(__file__).resolve().parents[3]
TABLES = [
    ("unet3d_cpu", ["voxels_per_image", "batch_size_images", "base_filters", "levels",
                    "input_channels", "output_classes", "parameters_count"]),
    ("unet3d_grid_cpu", ["side_voxels", "batch_size_images"]),
    ("zoo_cpu", ["batch_size_samples", "layers", "output_classes", "batch_norm",
                 "parameters_count"]),
]
REPEATS = 10
SEEDS = range(40)
ENSEMBLE_SEEDS = 4  # R2 is their mean: AdaBoost's varies by 0.05 from seed to seed
DEPTHS = {"depth_4": 4, "unlimited": None}
ENSEMBLES = {
    "random-forest": lambda seed: RandomForestRegressor(random_state=seed),
    "extra-trees": lambda seed: ExtraTreesRegressor(random_state=seed),
    # Its default tree has depth 3.
    "adaboost": lambda seed: AdaBoostRegressor(random_state=seed),
}


def read_table(name, features):
    with open(ROOT / "datasets" / f"{name}.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["status"] == "ok"]
    x = np.array([[float(row[f]) for f in features] for row in rows])
    return x, np.array([float(row["peak_bytes"]) for row in rows])


def tree_predictions(x, y, x_test, depth):
    """The predictions of the first seed, and the test rows that another seed changes."""
    by_seed = []
    for seed in SEEDS:
        rows = np.random.default_rng(seed).permutation(len(y)) if seed else np.arange(len(y))
        unit = 1.0 + 0.1 * seed
        tree = DecisionTreeRegressor(max_depth=depth, random_state=seed)
        by_seed.append(tree.fit(x[rows], y[rows] / unit).predict(x_test) * unit)
    tied = np.any([~np.isclose(p, by_seed[0], rtol=1e-12, atol=0) for p in by_seed], axis=0)
    return by_seed[0].tolist(), np.flatnonzero(tied).tolist()


def repeat(x, y, number):
    rows = np.random.default_rng(number).permutation(len(y))
    test, train = np.sort(rows[: round(0.3 * len(y))]), np.sort(rows[round(0.3 * len(y)):])
    record = {"test": test.tolist()}
    for key, depth in DEPTHS.items():
        predicted, tied = tree_predictions(x[train], y[train], x[test], depth)
        record[key] = {"predicted": predicted, "tied": tied}
    record["r2"] = {
        name: float(np.mean([
            r2_score(y[test], make(100 * s + number).fit(x[train], y[train]).predict(x[test]))
            for s in range(ENSEMBLE_SEEDS)]))
        for name, make in ENSEMBLES.items()}
    return record


def main():
    tables = []
    for name, features in TABLES:
        x, y = read_table(name, features)
        tables.append({"table": name, "features": features, "rows": len(y),
                       "repeats": [repeat(x, y, k) for k in range(REPEATS)]})
        means = {m: np.mean([r["r2"][m] for r in tables[-1]["repeats"]]) for m in ENSEMBLES}
        print(name, {m: round(float(v), 4) for m, v in means.items()})
    document = {"scikit-learn": sklearn.__version__, "tables": tables}
    path = pathlib.Path(__file__).with_suffix(".json")
    path.write_text(json.dumps(document, separators=(",", ":")).replace('{"test"', '\n{"test"') + "\n")


if __name__ == "__main__":
    main()
