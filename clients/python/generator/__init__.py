"""Makes the parts of the package that follow from the OpenAPI document: its types, and a method for each operation."""
