#!/bin/sh
if grep -q 'billing regression'; then
  cat << 'JSON'
{
  "suggested_abilities": [
    { "id": "billing_regression", "reason": "Matches 'billing regression tests'", "confidence": 0.9 }
  ],
  "messages_to_user": ["You can run the billing regression workflow ability to execute the full suite."],
  "new_intent": { "scope": "execution.quality_gates", "stage": "plan", "intent": "run_regression_tests" }
}
JSON
fi
