# The timers fire together when the machine was off; a unit that has failed is named until it has ended well.
systemctl stop lapau-backup.timer lapau-backup-check.timer
mkdir /root/away && mv /var/lib/lapau-backups/*.tar /root/away
touch -d '15 days ago' /var/lib/systemd/timers/stamp-lapau-backup.timer /var/lib/systemd/timers/stamp-lapau-backup-check.timer
before=$(systemctl show --property=ExecMainExitTimestampMonotonic --value lapau-backup-check.service)
systemctl start lapau-backup-check.timer lapau-backup.timer
for _ in {1..120}; do
  after=$(systemctl show --property=ExecMainExitTimestampMonotonic --value lapau-backup-check.service)
  [ "$after" = "$before" ] || [ "$after" = 0 ] || break
  sleep 0.5
done
ls /var/lib/lapau-backups/*.tar
test -z "$(systemctl list-units --failed --plain --no-legend 'lapau*')"

mv /var/lib/lapau-backups/*.tar /root/away
if systemctl start lapau-backup-check.service; then exit 1; fi
said=$(lapau doctor || test $? = 2)
grep -A1 'lapau-backup-check.service has failed' <<<"$said"
mv /root/away/*.tar /var/lib/lapau-backups
systemctl start lapau-backup-check.service
said=$(lapau doctor || test $? = 2)
grep 'no unit of Lapau has failed' <<<"$said"
