"""Generates types and one method per operation from the OpenAPI document."""
