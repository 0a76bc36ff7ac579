import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'ldapts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

export type LdapServer = Awaited<ReturnType<typeof startSlapd>>

const suffix = 'dc=example,dc=org'
const adminDn = `cn=admin,${suffix}`
/** What the platform signs in as. */
export const account = { dn: `cn=portico,${suffix}`, password: 'tried and tested' }
const adminPassword = 'seldom used'
export const people = `ou=people,${suffix}`

/** An OpenLDAP slapd of Debian on loopback, with a folder of its own; with a certificate, by STARTTLS and ldaps too. */
export async function startSlapd(tls?: { ca: string; certFile: string; keyFile: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-slapd-'))
  const [port, securePort] = [await freePort(), await freePort()]
  const url = `ldap://127.0.0.1:${port}`
  const secureUrl = `ldaps://127.0.0.1:${securePort}`
  let child: ChildProcess | undefined
  await mkdir(join(folder, 'data'))

  const start = async ({ isRefusing = false } = {}) => {
    if (child?.exitCode === null && child.signalCode === null) return
    const path = join(folder, 'slapd.conf')
    await writeFile(path, configuration(join(folder, 'data'), { isRefusing, tls }))
    let said = ''
    const listens = tls ? `${url} ${secureUrl}` : url
    child = spawn('slapd', ['-f', path, '-h', listens, '-d', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    })
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    await until(async () => {
      assert.equal(child?.exitCode, null, said)
      return withAdmin(async () => true).catch(() => false)
    })
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child?.once('exit', done))
    child.kill('SIGKILL')
    await ended
  }
  const withAdmin = async <Done>(work: (client: Client) => Promise<Done>): Promise<Done> => {
    const client = new Client({ url, timeout: 60_000, connectTimeout: 60_000 })
    try {
      await client.bind(adminDn, adminPassword)
      return await work(client)
    } finally {
      await client.unbind().catch(() => {})
    }
  }
  await start()
  await withAdmin(async (client) => {
    await client.add(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' })
    await client.add(account.dn, {
      objectClass: ['organizationalRole', 'simpleSecurityObject'],
      cn: 'portico',
      userPassword: account.password,
    })
    await client.add(people, { objectClass: 'organizationalUnit', ou: 'people' })
  })
  return {
    url,
    secureUrl,
    start,
    kill,
    withAdmin,
    /** It takes connections, and says nothing. */
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    async close() {
      child?.kill('SIGCONT')
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const configuration = (
  data: string,
  {
    isRefusing,
    tls,
  }: { isRefusing: boolean; tls: { ca: string; certFile: string; keyFile: string } | undefined },
) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.3.6.1.5.5.7.9.1 NAME 'dateOfBirth' EQUALITY generalizedTimeMatch
  ORDERING generalizedTimeOrderingMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.24 SINGLE-VALUE )
objectclass ( 1.3.6.1.4.1.99999.1 NAME 'registeredParty' SUP top AUXILIARY
  MAY ( dateOfBirth $ uid $ mail $ telephoneNumber $ c ) )
modulepath /usr/lib/ldap
moduleload back_mdb
${tls ? `TLSCertificateFile ${tls.certFile}\nTLSCertificateKeyFile ${tls.keyFile}` : ''}
sizelimit unlimited
database mdb
suffix "${suffix}"
rootdn "${adminDn}"
rootpw "${adminPassword}"
directory "${data}"
access to * by anonymous auth by dn.exact="${account.dn}" ${isRefusing ? 'none' : 'write'}
index objectClass,uid,sn,modifyTimestamp eq
`
