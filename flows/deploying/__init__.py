"""Deployments on a Prefect server: work pools, the deployments of deployments/prefect.yaml, automations; and what to do after downtime."""
