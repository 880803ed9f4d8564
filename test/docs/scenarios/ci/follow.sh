mkdir -p .github/workflows
cat > .github/workflows/test.yml <<'END'
name: test
on: [push, pull_request]
jobs:
  integration:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      - run: npm ci
      - name: Start a sandbox
        run: |
          npx esign sandbox start --port 0 --ephemeral --json > sandbox.json 2> sandbox.log &
          timeout 60 sh -c 'until [ -s sandbox.json ]; do sleep 0.2; done'
          node -p '((s) => `ESIGN_BASE_URL=${s.baseUrl}\nESIGN_API_KEY=${s.apiKey}`)(require("./sandbox.json"))' >> "$GITHUB_ENV"
      - name: Test
        run: node --test test/
END
