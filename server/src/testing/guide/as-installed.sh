# Read by machine.sh in the folder of a copy of this machine's root: leaves its programs, and takes away what was set up with them.
rm -rf etc/systemd/system/*.wants etc/systemd/system/lapau* usr/sbin/policy-rc.d
rm -rf etc/lapau* opt/lapau usr/local/bin/lapau var/cache/lapau
# Other tests put data folders into this machine's /var/lib/lapau meanwhile, and the copy shows them until its own folder is gone.
for attempt in {1..100}; do
  rm -rf var/lib/lapau* 2>/dev/null && break
  [ "$attempt" != 100 ] || refuse "var/lib/lapau cannot be removed from the copy."
  sleep 0.1
done
rm -rf etc/postgresql/* etc/postgresql-common/createcluster.d/* var/lib/postgresql/* var/lib/redis/* var/lib/caddy/.[a-z]*
! grep -q ^lapau: etc/passwd || chroot . userdel lapau
# Node may be here in a package of its makers, which brings npm along and refuses Debian's, or in none. apt-get is told that
# it is Debian's.
sed -i '/^Package: nodejs$/,/^$/{/^\(Provides\|Conflicts\|Replaces\):/d}' var/lib/dpkg/status
for package in nodejs:node npm:npm; do
  ! chroot . dpkg-query --status "${package%:*}" >/dev/null 2>&1 || continue
  [ -x "usr/bin/${package#*:}" ] || [ -x "usr/local/bin/${package#*:}" ] || continue
  printf '\nPackage: %s\nStatus: install ok installed\nMaintainer: none\nArchitecture: all\nVersion: 99\nDescription: not of Debian\n' \
    "${package%:*}" >>var/lib/dpkg/status
done
echo 'APT::Get::Upgrade "false";' >etc/apt/apt.conf.d/99lapau-guide # newer versions of what is here would only take time
