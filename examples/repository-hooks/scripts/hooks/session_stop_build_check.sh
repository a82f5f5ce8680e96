#!/bin/sh
# Builds the services that changed.
cat > /dev/null
cat << 'JSON'
{
  "messages_to_user": [
    "Ran `npm run build:billing` and `npm run build:auth` for modified services.",
    "Billing build: success.",
    "Auth build: failed with TypeScript error in services/auth/src/login.ts:58."
  ],
  "follow_up_actions": [
    {
      "kind": "open_file",
      "payload": { "path": "services/auth/src/login.ts" }
    }
  ]
}
JSON
