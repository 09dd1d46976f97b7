# A key in a home, and a folder for temporary files on another disk, as settings may name them, are reached from within the units.
install -d -o lapau -g lapau -m 0700 /home/kunci /srv/sementara
echo '{"project_id":"lapau","client_email":"lapau@lapau.example","private_key":"none"}' >/home/kunci/fcm.json
chown lapau /home/kunci/fcm.json
cp /etc/lapau.env /root/lapau.env
printf '%s\n' FCM_SERVICE_ACCOUNT=/home/kunci/fcm.json TMPDIR=/srv/sementara >>/etc/lapau.env
systemctl restart lapau
curl -s --fail --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:3000/readyz
touch /root/before
systemctl start lapau-backup-check.service
test /srv/sementara -nt /root/before
cp /root/lapau.env /etc/lapau.env
systemctl restart lapau
curl -s --fail --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:3000/readyz
