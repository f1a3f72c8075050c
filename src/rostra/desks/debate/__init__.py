"""The debate desk: a chairman, debaters with governed tools, verified claims, a verdict."""
