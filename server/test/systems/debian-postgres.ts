import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export type DebianPostgres = ReturnType<typeof startDebianPostgres>

/** A cluster on a socket in a folder; as the account postgres where we are root, which PostgreSQL does not run as. */
export function startDebianPostgres(cluster: string) {
  const [version = ''] = execFileSync('ls', ['/usr/lib/postgresql'], { encoding: 'utf8' }).trim().split('\n')
  const binaries = `/usr/lib/postgresql/${version}/bin`
  const isRoot = process.getuid?.() === 0
  const as = (program: string, ...args: string[]) => {
    const [command, ...all] = isRoot
      ? ['runuser', '-u', 'postgres', '--', program, ...args]
      : [program, ...args]
    return execFileSync(command as string, all, {
      encoding: 'utf8',
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  execFileSync('mkdir', ['-m', '711', cluster])
  if (isRoot) execFileSync('chown', ['postgres', cluster])
  const data = join(cluster, 'data')
  as(`${binaries}/initdb`, '-D', data, '-U', 'portico', '--auth=trust', '-E', 'UTF8')
  const options = `-c listen_addresses= -c unix_socket_directories=${cluster}`
  as(`${binaries}/pg_ctl`, '-D', data, '-o', options, '-l', join(cluster, 'log'), '-w', 'start')
  const host = encodeURIComponent(cluster)
  return {
    url: (name: string) => `postgresql://portico@localhost/${name}?host=${host}`,
    createDatabase: (name: string) => as(`${binaries}/createdb`, '-h', cluster, '-U', 'portico', name),
    dropDatabase: (name: string) => as(`${binaries}/dropdb`, '--force', '-h', cluster, '-U', 'portico', name),
    renameDatabase: (name: string, to: string) =>
      as(
        ...([`${binaries}/psql`, '-h', cluster, '-U', 'portico', '-d', 'postgres'] as const),
        ...(['-c', `alter database ${name} rename to ${to}`] as const),
      ),
    stop: () => as(`${binaries}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop'),
  }
}
