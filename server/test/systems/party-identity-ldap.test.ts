import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { partyIdentityLaws } from '@portico/contract/conformance/party-identity'
import type { CandidateList, Party } from '@portico/contract/parties'
import { Attribute, Change } from 'ldapts'
import ldap from '../../ports/party-identity/adapters/ldap.ts'
import { type Authority, openAuthority } from '../certificates.ts'
import { account, type LdapServer, people, startSlapd } from '../ldap-server.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

export const debianPackages = ['slapd', 'openssl']

const source = 'directory'
const dnOf = (uid: string) => `uid=${uid},${people}`

describe('the LDAP adapter of party & identity, against OpenLDAP', { timeout: 600_000 }, () => {
  let authority: Authority
  let server: LdapServer
  before(async () => {
    authority = await openAuthority()
    server = await startSlapd({ ca: authority.ca, ...(await authority.certify('IP:127.0.0.1')) })
    await add('P-1', { sn: 'Lindqvist', givenName: 'Maria', dateOfBirth: '19481210000000Z' })
    await server.withAdmin((client) =>
      client.add(dnOf('legion'), {
        objectClass: ['organization', 'registeredParty'],
        o: 'Legion',
        uid: 'legion',
      }),
    )
  })
  after(async () => {
    await server?.close()
    await authority?.close()
  })

  const add = (uid: string, attributes: Record<string, string | string[]>) =>
    server.withAdmin((client) =>
      client.add(dnOf(uid.replace(/[,+"\\<>;=#]/g, '')), {
        objectClass: ['inetOrgPerson', 'registeredParty'],
        cn: uid,
        uid,
        mail: 'maria@example.org',
        ...attributes,
      }),
    )
  const replace = (uid: string, type: string, values: string[]) =>
    server.withAdmin((client) =>
      client.modify(
        dnOf(uid),
        new Change({ operation: 'replace', modification: new Attribute({ type, values }) }),
      ),
    )
  const attributes = { birthDate: 'dateOfBirth', representative: 'manager' }
  const options = (more: object = {}) => ({
    url: server.url,
    bindDn: account.dn,
    password: account.password,
    base: people,
    filter: '(|(objectClass=person)(objectClass=organization))',
    source,
    attributes,
    writable: true,
    pollSeconds: 1,
    ...more,
  })
  const entries = () =>
    server.withAdmin(async (client) => (await client.search(people, { scope: 'one' })).searchEntries)

  it('keeps the laws of the port', async () => {
    const mood = async (mood: Mood) => {
      server.resume()
      if (mood === 'hanging') return void server.pause()
      await server.kill()
      if (mood !== 'down') await server.start({ isRefusing: mood === 'refusing' })
    }
    const effects = async () =>
      (await entries()).map(({ uid, mail, street }) => `${uid} ${mail} ${street}`).toSorted()
    let provoked: Promise<unknown> | undefined
    const provoke = {
      partyChanged: async () => {
        provoked ??= replace('P-1', 'telephoneNumber', ['+1 503 555 0140'])
        await provoked
      },
    }
    const subject = subjectOf(ldap, options(), { effects, mood, provoke })
    const results = await keepsTheLaws(partyIdentityLaws, subject, { patienceMs: 60_000 })
    const skipped = results
      .filter(({ result }) => result === 'skipped')
      .map(({ law, why }) => `${law}: ${why}`)
    assert.deepEqual(
      skipped.map((one) => one.split(':')[0]),
      ['wire'],
      skipped.join('\n'),
    )
  })

  const opened = async (more: object = {}) => {
    const { adapter } = await subjectOf(ldap, options(more)).open()
    const context = {
      key: 'k',
      attempt: 1,
      signal: new AbortController().signal,
      open: async () => assert.fail(),
    }
    const lookUp = (input: object) => adapter.calls.lookUp(input, context)
    return { adapter, lookUp }
  }

  it('finds people by identifier, or by name and date of birth, and what is typed is no syntax of a filter', async () => {
    const { lookUp } = await opened()
    await add('odd*)(uid=*', { sn: 'O(dd)*', givenName: 'Ann' })
    const ids = async (input: object) => {
      const { records } = await lookUp(input)
      return records.map(({ identifiers }) => identifiers[0]?.externalId)
    }
    const by = (externalId: string) => ({ identifiers: [{ source, externalId }] })
    assert.deepEqual(await ids(by('P-1')), ['P-1'])
    assert.deepEqual(await ids(by('*')), [])
    assert.deepEqual(await ids(by('odd*)(uid=*')), ['odd*)(uid=*'])
    assert.deepEqual(await ids(by(')(objectClass=*')), [])
    assert.deepEqual(await ids({ identifiers: [{ source: 'elsewhere', externalId: 'P-1' }] }), [])
    assert.deepEqual(await ids({ name: { lastName: 'O(dd)*' } }), ['odd*)(uid=*'])
    assert.deepEqual(await ids({ name: { lastName: 'lindqvist', birthDate: '1948-12-10' } }), ['P-1'])
    assert.deepEqual(await ids({ name: { lastName: 'Lindqvist', birthDate: '1950-01-01' } }), [])
    assert.deepEqual(await ids({ organization: 'Legion' }), ['legion'])
  })

  it('no value that is asked for or written is taken for syntax of a filter or of a name', async () => {
    const { lookUp, adapter } = await opened()
    const asked = [
      ...['*', '**', '*)(&', '*))%00', ')(cn=))\0', "*()|%26'", '*)(uid=*))(|(uid=*', '*)(|(mail=*))'],
      ...[
        '*)(objectClass=*',
        '*)(|(objectclass=*)',
        'x*)(!(uid=*',
        '!',
        '%2A%28%7C',
        '(',
        ')',
        '&',
        '|',
        '\\',
      ],
      ...['\\2a', '\\5c2a', '\\00', '\0', 'P-1\0', 'P-1)(uid=P-1', 'P-1*', 'P-\\31', 'uid=P-1', dnOf('P-1')],
      // The examples of RFC 4515, section 4, as filters and as the values in them.
      ...['(cn=Babs Jensen)', '(!(cn=Tim Howes))', '(&(objectClass=Person)(|(sn=Jensen)(cn=Babs J*)))'],
      ...[
        '(o=univ*of*mich*)',
        '(seeAlso=)',
        '(cn:caseExactMatch:=Fred Flintstone)',
        '(:DN:2.4.6.8.10:=Dino)',
      ],
      ...['Parens R Us \\28for all your parenthetical needs\\29', '*\\2A*', 'C:\\5cMyFile'],
      ...['\\00\\00\\00\\04', 'Lu\\c4\\8di\\c4\\87', '\\04\\02\\48\\69'],
      ...['//*', '@*', "x' or name()='x", '\uff0a', '\u{1f600}', '*'.repeat(1000)],
    ]
    const count = async (sought: object) =>
      (await lookUp(sought).catch((error: { code: string }) => ({ records: [error.code] }))).records
    for (const value of asked) {
      const none = [[], ['refused']].map((one) => JSON.stringify(one))
      for (const sought of [
        { identifiers: [{ source, externalId: value }] },
        { name: { lastName: value } },
        { name: { lastName: 'Lindqvist', birthDate: value } },
        { organization: value },
      ]) {
        const found = JSON.stringify(await count(sought))
        assert.ok(none.includes(found), `${JSON.stringify(sought)}: ${found}`)
      }
    }

    // As a value of an entry each finds that entry alone, and what is written goes to it, whatever its name is made of.
    const odd = ['a*', 'a)(uid=*', 'a\\2a', 'a,ou=people', 'a+cn=b', '"a"', '#a', 'a<b>;c=d', 'a\\']
    for (const [index, uid] of odd.entries()) {
      const escaped = [...Buffer.from(uid)].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')
      const entry = { objectClass: ['inetOrgPerson', 'registeredParty'], cn: 'odd', uid, sn: `Odd ${index}` }
      await server.withAdmin((client) => client.add(`uid=${escaped},${people}`, entry))
      const identifier = { source, externalId: uid }
      const [seen, ...others] = (await lookUp({ identifiers: [identifier] })).records
      assert.deepEqual([seen?.identifiers[0]?.externalId, others.length], [uid, 0])
      const contact = { emails: [`odd${index}@example.org`], addresses: [{ lines: [`*)(uid=*\\${index}`] }] }
      const written = { case: { caseId: 'case_1' }, partyId: 'odd', identifier, contact }
      const signal = new AbortController().signal
      const context = { key: `odd ${index}`, attempt: 1, signal, open: async () => assert.fail() }
      const at = new Date().toISOString()
      await adapter.calls.writeBack?.({ ...written, at, since: seen?.asOf ?? '' }, context)
    }
    const written = (await entries()).flatMap(({ uid, mail }) => (/^odd\d/.test(String(mail)) ? [uid] : []))
    assert.deepEqual(written.toSorted(), odd.toSorted())
  })

  it('speaks over TLS with a server that its authority has certified, and with no other', async () => {
    const known = { identifiers: [{ source, externalId: 'P-1' }] }
    for (const way of [{ url: server.secureUrl }, { startTls: true }]) {
      const { lookUp } = await opened({ ...way, ca: authority.ca })
      assert.equal((await lookUp(known)).records.length, 1)
      const { lookUp: untrusting } = await opened(way)
      await assert.rejects(untrusting(known), /certificate/)
    }
    const { lookUp } = await opened({ password: 'wrong' })
    await assert.rejects(lookUp(known), { code: 'unauthorized' })
  })

  it('writes what changed, and leaves every other value in the directory', async () => {
    const mail = Array.from({ length: 40 }, (_, index) => `w${index}@example.org`)
    await add('W-1', {
      sn: 'Holm',
      givenName: 'Ida',
      mail,
      telephoneNumber: 'call me',
      street: '1 Main Street',
    })
    const { adapter, lookUp } = await opened()
    const identifier = { source, externalId: 'W-1' }
    const seen = (await lookUp({ identifiers: [identifier] })).records[0]
    const contact = { ...seen?.contact, phones: ['+1 503 555 0150'] }
    const asked = { case: { caseId: 'case_1' }, partyId: 'ida', identifier, contact }
    const context = {
      ...{ key: 'w', attempt: 1, signal: new AbortController().signal },
      open: async () => assert.fail(),
    }
    const at = new Date().toISOString()
    const { asOf } =
      (await adapter.calls.writeBack?.({ ...asked, at, since: seen?.asOf ?? '' }, context)) ?? {}
    assert.ok(asOf, 'it is taken over')
    const entry = (await entries()).find(({ uid }) => uid === 'W-1')
    assert.deepEqual([entry?.mail].flat().toSorted(), mail.toSorted())
    assert.deepEqual([entry?.telephoneNumber].flat().toSorted(), ['+1 503 555 0150', 'call me'])
    assert.equal(entry?.street, '1 Main Street')
  })

  it('does not open with a filter that is none', async () => {
    await assert.rejects(async () => opened({ filter: '((' }), /filter is not a valid LDAP filter/)
  })

  it('tells after a restart what was changed while nobody watched', async () => {
    let kept: unknown
    const told: { telephone: string | undefined; id: string }[] = []
    const host = {
      binding: 'main',
      now: () => new Date(),
      resolve: async () => ({ address: '127.0.0.1', family: 4 as const }),
      log() {},
      state: {
        read: async () => kept,
        async write(value: unknown) {
          kept = value
        },
        async change(become: (before: unknown) => unknown) {
          kept = become(kept)
        },
      },
      async tell(
        _: string,
        { record }: { record: { contact?: { phones?: string[] } } },
        { id }: { id: string },
      ) {
        told.push({ telephone: record.contact?.phones?.[0], id })
      },
    }
    const watch = async () => {
      const adapter = await ldap.open(options(), host as never)
      await adapter.start?.()
      return adapter
    }
    const before = await watch()
    await until(() => kept)
    await before.close?.()
    await replace('P-1', 'telephoneNumber', ['+1 503 555 0166'])
    const after = await watch()
    await until(() => told.some(({ telephone }) => telephone === '+1 503 555 0166'))
    await after.close?.()
    const ids = told.filter(({ telephone }) => telephone === '+1 503 555 0166').map(({ id }) => id)
    assert.equal(new Set(ids).size, 1)
  })

  describe('bound to a service', () => {
    let world: World
    const config = () => {
      const { password: _, ...rest } = options()
      const binding = { ...rest, adapter: 'ldap', password: { env: 'LDAP_PASSWORD' }, sources: [source] }
      return { ports: { 'party-identity': binding } }
    }
    before(async () => {
      world = await startWorld({ LDAP_PASSWORD: account.password }, config())
    })
    after(() => world?.close())
    const path = () => `/cases/${world.caseId}/parties/maria`
    const get = async () => ((await world.admin('GET', path())).json as { party: Party }).party

    it('brings the record onto the case, follows its changes, and writes contact details back', async () => {
      await add('B-1', { sn: 'Holm', givenName: 'Maria', dateOfBirth: '19501210000000Z' })
      const person = { firstName: 'Maria', lastName: 'Holm', birthDate: '1950-12-10' }
      const found = await world.admin('POST', `/cases/${world.caseId}/party-candidates`, { body: { person } })
      const [candidate] = (found.json as CandidateList).candidates
      assert.deepEqual([candidate?.from, candidate?.nearness], ['directory', 'all'])
      const record = { role: 'witness', person, aliases: candidate?.aliases }
      await world.admin('POST', path(), { body: record })
      await until(async () => (await get()).contact?.emails?.[0] === 'maria@example.org')

      await replace('B-1', 'sn', ['Berg'])
      await replace('B-1', 'telephoneNumber', ['+1 503 555 0177'])
      const party = await until(async () => {
        const now = await get()
        return now.contact?.phones?.[0] === '+1 503 555 0177' && now
      })
      assert.equal(party.person?.lastName, 'Berg')
      assert.equal(party.conflicts, undefined)

      const contact = {
        emails: ['new@example.org'],
        addresses: [{ lines: ['12 Harbor Street'], city: 'Salem' }],
      }
      await world.admin('POST', path(), { body: { ...record, person: party.person, contact } })
      await until(async () => {
        const entry = (await entries()).find(({ uid }) => uid === 'B-1')
        return entry?.mail === 'new@example.org' && entry.street === '12 Harbor Street' && entry.l === 'Salem'
      })
      await until(async () => (await get()).directory?.contact?.emails?.[0] === 'new@example.org')
      assert.equal((await get()).conflicts, undefined)
    })

    it('reads the representative, and revokes what the directory takes back', async () => {
      await replace('B-1', 'manager', [dnOf('legion')])
      const { representativeId } = await until(async () => (await get()).representation)
      const named = await world.admin('GET', `/cases/${world.caseId}/parties/${representativeId}`)
      assert.equal((named.json as { party: Party }).party.organization, 'Legion')
      await replace('B-1', 'manager', [])
      await until(async () => (await get()).representation?.isInForce === false)
    })

    it('goes on after the directory was away, and keeps where it got to', async () => {
      await server.kill()
      await server.start()
      const { db } = world.service
      const [before] = await db.rows<{ state: unknown }>(
        `select state from port_bindings where port = 'party-identity'`,
      )
      assert.ok(before?.state, 'where it got to is kept')
      await replace('B-1', 'telephoneNumber', ['+1 503 555 0188'])
      await until(async () => (await get()).contact?.phones?.[0] === '+1 503 555 0188')
    })
  })
})
