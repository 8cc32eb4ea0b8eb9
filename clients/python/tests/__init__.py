"""Against a service that is running: CROUPIER_URL names it, as in `.ci/clients`, which starts one with webhooks to this machine."""
