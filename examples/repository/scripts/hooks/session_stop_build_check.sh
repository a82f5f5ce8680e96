#!/bin/sh
cat > /dev/null
cat << 'JSON'
{
  "messages_to_user": ["Ran `npm run build:billing` for the modified billing service.", "Billing build: failed."],
  "follow_up_actions": [
    { "kind": "open_file", "path": "services/billing/src/invoice.ts" },
    { "kind": "open_file", "payload": { "path": "services/auth/src/login.ts" } }
  ]
}
JSON
