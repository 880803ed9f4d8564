#!/usr/bin/env bash
# Builds deploy/Containerfile with the packed package, on a Debian with this machine's Node, and
# runs in it as another user on a read-only root. Needs root, buildah and mmdebstrap; prints sizes.
set -euo pipefail
cd "$(dirname "$0")/.."
box=$(mktemp -d)
store=(buildah --storage-driver vfs --root "$box/store" --runroot "$box/run")
trap '"${store[@]}" rm --all >/dev/null 2>&1 || true; rm -rf "$box"' EXIT
readonly MOST_MB=120

base_with_node() { # image: Debian, and Node and npm as the usual image has them
  local root=$box/base
  mmdebstrap --quiet --variant=minbase --include=libstdc++6,ca-certificates bookworm "$root"
  install -D "$(readlink -f "$(command -v node)")" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -r "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/npm"
  # What this machine trusts, for its registry
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  local container
  container=$("${store[@]}" from scratch)
  "${store[@]}" copy --quiet "$container" "$root" / >/dev/null
  "${store[@]}" config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  "${store[@]}" commit --quiet --rm "$container" "$1" >/dev/null
}

inside() { # folder, script: as node, on a read-only root
  unshare --mount --pid --fork bash -euc '
    root=$1
    mount --bind "$root" "$root"
    mount -o remount,ro,bind "$root"
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/tmp"
    mount -t tmpfs -o mode=0700,uid=$(chroot "$root" id -u node),gid=$(chroot "$root" id -g node) tmpfs "$root/var/lib/esign"
    mount --bind /dev "$root/dev"
    exec chroot --userspec=node:node "$root" env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/var/lib/esign \
      LANG=C.UTF-8 sh -euc "cd /var/lib/esign; . $2"
  ' - "$1" "$2"
}

echo 'Building the base and the image'
npm pack --silent --pack-destination "$box" >/dev/null
base_with_node esign-base
"${store[@]}" bud --quiet --isolation=chroot --build-arg BASE=localhost/esign-base \
  --file deploy/Containerfile --tag esign "$box" >/dev/null

container=$("${store[@]}" from --pull-never localhost/esign)
root=$("${store[@]}" mount "$container")
size_mb() { du -sm --apparent-size "$1" | cut -f1; }
over=$(($(size_mb "$root") - $(size_mb "$box/base")))
echo "The image has $(size_mb "$root") MB, $over MB more than its base; at most $MOST_MB"
[ "$over" -le "$MOST_MB" ]

cat >"$root/try.sh" <<'END'
id -un
if touch /home/node/mark 2>/dev/null; then echo 'The root can be written.' >&2; exit 1; fi
esign --version
esign serve --print-example-config >esign.toml
code=0; esign serve --check >check.log 2>&1 || code=$?
cat check.log
[ "$code" -eq 78 ]
esign sandbox start --port 0 --data-dir sandbox >start.log 2>&1 &
sandbox=$!
tries=0
until esign docs list >/dev/null 2>&1; do tries=$((tries + 1)); [ "$tries" -lt 60 ] || { cat start.log; exit 1; }; sleep 1; done
esign send /contract.pdf --signer 'Asha Rao <asha@example.in> 9876543210' --yes
id=$(esign docs list --json | node -p 'JSON.parse(require("node:fs").readFileSync(0)).documents[0].documentId')
esign sandbox sign "$id" --all
esign status "$id" --watch --timeout 60s
esign docs download "$id" --output signed.pdf
esign certificate download "$id" --output certificate.pdf
esign verify signed.pdf --certificate certificate.pdf --root sandbox/test-root.pem
kill "$sandbox"
wait "$sandbox" || true
END
npx tsx --eval "import { writeSampleContract } from './scripts/demo/sample-contract.ts'; void writeSampleContract('$root/contract.pdf');"
echo 'Running as node, on a read-only root'
inside "$root" /try.sh
