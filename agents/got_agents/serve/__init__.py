"""Tables in the browser: people and agents play the games of the package, see docs/serve.md."""
