#!/bin/sh
cat > /dev/null
echo '{"messages_to_user": ["This ability would write to production."], "error": "blocked_by_policy"}'
