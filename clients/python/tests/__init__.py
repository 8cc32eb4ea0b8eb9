"""These tests need a running service at CROUPIER_URL that sends webhooks to this machine; `.ci/clients` starts one."""
