import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Authority = Awaited<ReturnType<typeof openAuthority>>

/** An authority of its own that certifies servers of a test, by OpenSSL. */
export async function openAuthority() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-ca-'))
  const at = (name: string) => join(folder, name)
  const newKey = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const caFile = at('ca.pem')
  await run('openssl', [
    ...newKey,
    ...['-x509', '-days', '2', '-subj', '/CN=Test authority', '-keyout', at('ca.key'), '-out', caFile],
  ])
  let made = 0
  return {
    ca: await readFile(caFile, 'utf8'),
    /** For a name, such as `DNS:nats.test` or `IP:127.0.0.1`. */
    async certify(name: string) {
      const own = `server-${made++}`
      const [keyFile, certFile] = [at(`${own}.key`), at(`${own}.pem`)]
      await writeFile(at(`${own}.ext`), `subjectAltName=${name}`)
      await run('openssl', [...newKey, '-subj', '/CN=server', '-keyout', keyFile, '-out', at(`${own}.csr`)])
      await run('openssl', [
        ...[
          'x509',
          '-req',
          '-in',
          at(`${own}.csr`),
          '-CA',
          caFile,
          '-CAkey',
          at('ca.key'),
          '-CAcreateserial',
        ],
        ...['-days', '2', '-extfile', at(`${own}.ext`), '-out', certFile],
      ])
      return { keyFile, certFile }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
