#!/bin/sh
# Keeps abilities from writing to production.
cat > /dev/null
cat << 'JSON'
{
  "messages_to_user": [
    "This ability would write to production. In this environment, it is blocked."
  ],
  "error": "blocked_by_policy"
}
JSON
