# The admin sets a password by a link, uploads a photo, and shows a dish with it, by https.
site=https://lapau.example
json='Content-Type: application/json'
post() { curl -sS --fail-with-body --max-time 60 -H "Origin: $site" "${@:2}" "$site$1"; } # PATH, OPTIONS OF CURL
token=$(lapau admin reset uni@lapau.example | sed -n 's/.*#reset=\([^ ]*\).*/\1/p')
post /auth/reset-password -H "$json" -d "{\"token\":\"$token\",\"newPassword\":\"rahasia kampung\"}"
account='{"email":"uni@lapau.example","password":"rahasia kampung"}'
bearer=$(post /auth/sign-in/email -H "$json" -d "$account" -o /dev/null -D - | sed -n 's/^set-auth-token: \([^\r]*\).*/\1/pi')
signed="Authorization: Bearer $bearer"
me=$(post /rpc/get_session -H "$json" -H "$signed" -d '{}' | sed -E 's/.*"profile":\{"id":"([^"]*)".*/\1/')
picture=/opt/lapau/node_modules/lapau/web/dist/screens/feed-1280.webp
photo=$(post "/storage/posts/$me" -H 'Content-Type: application/octet-stream' -H "$signed" --data-binary "@$picture")
path=$(sed -E 's/.*"path":"([^"]*)".*/\1/' <<<"$photo")
dish="{\"id\":\"$(cat /proc/sys/kernel/random/uuid)\",\"food_name\":\"Rendang\",\"images\":[\"$path\"]}"
post /rpc/create_admin_post -H "$json" -H "$signed" -d "$dish"
post /rpc/get_feed -H "$json" -H "$signed" -d '{}' | grep Rendang
curl -sS --fail -o /dev/null -w '%{content_type}\n' "$site/storage/posts/$path" | grep image/webp
