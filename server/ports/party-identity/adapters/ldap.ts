import { isIP } from 'node:net'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import {
  address,
  type CallContext,
  defineAdapter,
  type Host,
  type InputOf,
  PortError,
  secret,
} from '@portico/contract/ports/kit'
import { partyIdentity } from '@portico/contract/ports/party-identity'
import Type, { type Static } from '@portico/contract/type'
import {
  AndFilter,
  Attribute,
  Change,
  Client,
  EqualityFilter,
  type Filter,
  FilterParser,
  GreaterThanEqualsFilter,
  OrFilter,
} from 'ldapts'
import { digitsOf, msEarlier } from '../../../core/time/moments.ts'
import { type AttributeChange, changesOf, isDone } from '../ldap-changes.ts'
import {
  Attributes,
  attribute,
  contactOf,
  dayOf,
  type Entry,
  firstOf,
  recordOf,
  sameContact,
  type Told,
  timeOf,
  valuesOf,
  withUsual,
  written,
} from '../ldap-entry.ts'

type Port = typeof partyIdentity
type Sought = InputOf<Port, 'lookUp'>

const Options = Type.Object({
  url: address('The server', { schemes: ['ldap', 'ldaps'], examples: ['ldaps://directory.example.org'] }),
  startTls: Type.Optional(
    Type.Boolean({ description: 'Encrypts a connection by ldap:// before anything is sent' }),
  ),
  ca: Type.Optional(
    Type.String({ minLength: 1, description: 'The certificate of your own authority, as PEM' }),
  ),
  bindDn: Type.Optional(Type.String({ minLength: 1, description: 'The account' })),
  password: Type.Optional(secret('The password of the account')),
  base: Type.String({
    minLength: 1,
    description: 'Where parties are',
    examples: ['ou=people,dc=example,dc=org'],
  }),
  filter: Type.String({
    default: '(|(objectClass=person)(objectClass=organization))',
    description: 'Which entries are parties',
  }),
  source: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'What the platform calls the identifiers',
  }),
  attributes: Type.Optional(Attributes),
  writable: Type.Optional(Type.Boolean({ description: 'Contact details may be written' })),
  stamp: Type.Optional(
    attribute('Keeps when contact details were edited that were written; else description'),
  ),
  pollSeconds: Type.Number({ default: 10, minimum: 1, description: 'How often changes are looked for' }),
})
type Given = Static<typeof Options>
type Options = Omit<Given, 'attributes' | 'stamp'> & { attributes: Attributes; stamp: string }

const operationMs = 10_000
const pageSize = 200
/** Changes may become visible a little later than their time says: so they are looked for again, and told once. */
const overlapMs = 60_000
const stampPrefix = 'contact details edited '

export default defineAdapter({
  port: partyIdentity,
  name: 'ldap',
  does: 'Looks parties up in an LDAP directory, follows its changes, and writes contact details to it.',
  options: Options,
  open(given, host) {
    const { attributes, stamp = 'description' } = given
    const options: Options = { ...given, attributes: withUsual(attributes), stamp }
    parsedFilter(options.filter)
    const within = connections(options, host)
    const find = (sought: Sought, signal: AbortSignal) =>
      within(signal, async (client) => recordsOf(client, options, await search(client, options, sought)))
    let polling: ReturnType<typeof poll> | undefined

    return {
      supports: ['nameSearch', 'changes', ...(options.writable ? (['writeBack'] as const) : [])],
      calls: {
        lookUp: async (input, { signal }) => ({ records: await find(input, signal) }),
        async resolve({ identifiers = [] }, { signal }) {
          const records = await find({ identifiers }, signal)
          const [record] = records
          return record && records.length === 1 ? { record } : {}
        },
        ...(options.writable
          ? {
              writeBack: (input: InputOf<Port, 'writeBack'>, { key, signal }: CallContext) =>
                within(signal, (client) => writeBack(client, options, input, key)),
            }
          : {}),
      },
      check: (signal) =>
        within(signal, async (client) => {
          await client.search(options.base, { scope: 'base', attributes: ['1.1'] })
        }),
      async start() {
        polling = poll(options, host, within)
      },
      async close() {
        await polling?.stop()
      },
    }
  },
})

function parsedFilter(filter: string): Filter {
  try {
    return FilterParser.parseString(filter)
  } catch (error) {
    throw new PortError(
      'invalid',
      `filter is not a valid LDAP filter: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

type Within = <Done>(signal: AbortSignal, work: (client: Client) => Promise<Done>) => Promise<Done>

/** A connection for each piece of work: none is old, and one that hangs is dropped with it. */
function connections({ url, startTls, ca, bindDn, password }: Options, host: Host<Port>): Within {
  const { protocol, hostname, port } = new URL(url)
  const name = hostname.replace(/^\[|\]$/g, '')
  const tls = {
    ...(ca === undefined ? {} : { ca }),
    servername: isIP(name) ? '' : name,
    // The connection goes to an address, and the certificate is of a name.
    checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(name, certificate),
  }
  return async (signal, work) => {
    signal.throwIfAborted()
    const { address: ip, family } = await host.resolve(name)
    const at = `${family === 6 ? `[${ip}]` : ip}:${port || (protocol === 'ldaps:' ? 636 : 389)}`
    const client = new Client({
      url: `${protocol}//${at}`,
      timeout: operationMs,
      connectTimeout: operationMs,
      ...(protocol === 'ldaps:' ? { tlsOptions: tls } : {}),
    })
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop)
    const working = (async () => {
      if (startTls) await client.startTLS(tls)
      if (bindDn !== undefined) await client.bind(bindDn, password ?? '')
      return work(client)
    })()
    try {
      return await Promise.race([working, aborted])
    } catch (error) {
      throw signal.aborted ? error : asPortError(error)
    } finally {
      signal.removeEventListener('abort', stop)
      working.catch(() => {})
      aborted.catch(() => {})
      client.unbind().catch(() => {})
    }
  }
}

const equal = (name: string, value: string) => new EqualityFilter({ attribute: name, value })

/** Values go into a filter as they are: nothing of them is syntax. */
function filterOf({ source, attributes }: Options, { identifiers = [], name, organization }: Sought) {
  const ids = identifiers.filter((identifier) => identifier.source === source)
  if (ids.length > 0)
    return new OrFilter({ filters: ids.map(({ externalId }) => equal(attributes.id, externalId)) })
  if (identifiers.length > 0) return undefined
  if (name) {
    const { birthDate } = attributes
    const isBorn = name.birthDate !== undefined && birthDate !== undefined
    const days = isBorn ? [name.birthDate as string, `${name.birthDate?.replaceAll('-', '')}000000Z`] : []
    const born = days.map((day) => equal(birthDate as string, day))
    const filters: Filter[] = [equal(attributes.lastName, name.lastName)]
    if (born.length > 0) filters.push(new OrFilter({ filters: born }))
    return new AndFilter({ filters })
  }
  return organization === undefined ? undefined : equal(attributes.organization, organization)
}

async function search(client: Client, options: Options, sought: Sought): Promise<Entry[]> {
  const filter = filterOf(options, sought)
  if (!filter) return []
  const { searchEntries } = await client.search(options.base, {
    filter: new AndFilter({ filters: [parsedFilter(options.filter), filter] }),
    attributes: wanted(options),
    sizeLimit: 50,
  })
  return searchEntries as Entry[]
}

const wanted = ({ attributes, stamp }: Options) => [
  ...new Set([...Object.values(attributes), stamp, 'cn', 'entryCSN', 'modifyTimestamp', 'createTimestamp']),
]

async function recordsOf(client: Client, options: Options, entries: readonly Entry[]): Promise<Told[]> {
  const read = recordReader(client, options)
  const records: Told[] = []
  for (const entry of entries) {
    const record = await read(entry)
    if (record) records.push(record)
  }
  return records
}

type Find = (dn: string) => Promise<Entry | undefined>

/** Makes the records of entries. A representative is looked up once: many parties have the same one. */
function recordReader(client: Client, options: Options) {
  const known = new Map<string, Entry | undefined>()
  const find: Find = async (dn) => {
    if (!known.has(dn)) known.set(dn, await entryAt(client, options, dn))
    return known.get(dn)
  }
  return async (entry: Entry): Promise<Told | undefined> => {
    const record = recordOf(options, entry)
    return record && { ...record, ...(await representationOf(find, options, entry)) }
  }
}

async function entryAt(client: Client, options: Options, dn: string): Promise<Entry | undefined> {
  const { searchEntries } = await client
    .search(dn, { scope: 'base', attributes: wanted(options) })
    .catch((error: { code?: number }) => {
      // Whoever is named and not there represents nobody.
      if (error.code === noSuchObject || error.code === invalidDn) return { searchEntries: [] }
      throw error
    })
  return searchEntries[0] as Entry | undefined
}

async function representationOf(
  find: Find,
  { attributes, source }: Options,
  entry: Entry,
): Promise<Pick<Told, 'representation'>> {
  const dn = firstOf(entry, attributes.representative)
  const representative = dn === undefined ? undefined : await find(dn)
  const id = representative && firstOf(representative, attributes.id)
  // Some directories name those who have nobody above them as their own.
  if (!representative || id === undefined || id === firstOf(entry, attributes.id)) return {}
  const names = [firstOf(representative, attributes.firstName), firstOf(representative, attributes.lastName)]
  const name = firstOf(representative, attributes.organization) ?? names.filter(Boolean).join(' ')
  const start = dayOf(firstOf(entry, attributes.powerStart)) ?? dayOf(firstOf(entry, 'createTimestamp'))
  const end = dayOf(firstOf(entry, attributes.powerEnd))
  if (name === '' || start === undefined) return {}
  return {
    representation: {
      representative: { identifier: { source, externalId: id }, name },
      powerOfAttorney: { start, ...(end === undefined ? {} : { end }) },
    },
  }
}

/**
 * Contact details that were edited later than those that were written last. The time of the edit is kept in the entry, and
 * is replaced in the same operation: of two that write at once one fails, and tries again.
 */
async function writeBack(
  client: Client,
  options: Options,
  { identifier, contact, at, since }: InputOf<Port, 'writeBack'>,
  key: string,
): Promise<{ asOf?: string }> {
  const [entry, another] = await search(client, options, { identifiers: [identifier] })
  if (!entry || another)
    throw new PortError(
      'refused',
      `${another ? 'More than one entry has' : 'No entry has'} the identifier ${identifier.externalId}.`,
    )
  const { attributes } = options
  const stamps = valuesOf(entry, options.stamp).filter((one) => one.startsWith(stampPrefix))
  const edited = stampPrefix + new Date(at).toISOString()
  const next = `${edited} ${key}`
  const isThere = sameContact(contactOf(attributes, entry), written(contact))
  const isLate = stamps.some((stamp) => stamp.slice(0, edited.length) > edited)
  if (isLate || stamps.includes(next)) return isThere && !isLate ? { asOf: timeOf(entry) } : {}
  if (since !== undefined && timeOf(entry) > since && !isThere)
    throw new PortError('refused', `The directory has changed ${identifier.externalId} since then.`)
  const hasSeen = since !== undefined
  const changes = changesOf(attributes, entry, contact, { hasSeen })
  const stamped = { type: options.stamp, remove: stamps.filter((stamp) => stamp < edited), add: [next] }
  await client.modify(entry.dn, [stamped, ...changes].flatMap(modifications))
  const [after] = await search(client, options, { identifiers: [identifier] })
  // Somebody else may have changed it meanwhile: then what it is now is told as a change.
  const isWritten =
    after && (hasSeen ? isDone(changes, after) : sameContact(contactOf(attributes, after), written(contact)))
  return isWritten ? { asOf: timeOf(after) } : {}
}

/** Removed first: of two values that are equal to the directory one gives way to the other. */
const modifications = ({ type, remove, add }: AttributeChange): Change[] =>
  [
    { operation: 'delete' as const, values: remove },
    { operation: 'add' as const, values: add },
  ]
    .filter(({ values }) => values.length > 0)
    .map(
      ({ operation, values }) =>
        new Change({ operation, modification: new Attribute({ type, values: [...values] }) }),
    )

type Kept = { after: string }

/** Tells each entry that was changed since the last look, in the order of the changes. Where it got to outlives restarts. */
function poll(options: Options, host: Host<Port>, within: Within) {
  const stopping = new AbortController()
  let told = new Set<string>()
  let rouse = () => {}

  const leaveOut = (error: unknown) => {
    if ((error as Partial<PortError>).code !== 'invalid') throw error
    host.log('warn', 'an entry of the directory cannot be used')
  }

  const look = async () => {
    const kept = (await host.state.read()) as Kept | undefined
    const after = kept?.after ?? host.now().toISOString()
    if (!kept) await host.state.write({ after } satisfies Kept)
    const from = msEarlier(after, overlapMs)
    const changed = await within(stopping.signal, (client) => changesSince(client, options, { from, told }))
    const seen = new Set<string>()
    let newest = after
    for (const { id, at, record } of changed) {
      seen.add(id)
      const [identifier] = record?.identifiers ?? []
      const fact = record && identifier && { identifier, at, record }
      // One that cannot be used does not keep the others waiting.
      if (fact) await host.tell('partyChanged', fact, { id }).catch(leaveOut)
      if (at > newest) newest = at
    }
    told = seen
    if (newest > after) await host.state.write({ after: newest } satisfies Kept)
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error) => {
        if (stopping.signal.aborted) return
        host.log('warn', 'the directory could not be read for changes', {
          why: String(error.message ?? error),
        })
      })
      if (stopping.signal.aborted) return
      await new Promise<void>((awake) => {
        const timer = setTimeout(awake, options.pollSeconds * 1000)
        rouse = () => {
          clearTimeout(timer)
          awake()
        }
      })
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort(new Error('the adapter is closed'))
      rouse()
      await running
    },
  }
}

type Changed = { id: string; at: string; record?: Told }

/** In the order of the changes; without the records of those that are told already. */
async function changesSince(
  client: Client,
  options: Options,
  { from, told }: { from: Date; told: ReadonlySet<string> },
): Promise<Changed[]> {
  const since = `${digitsOf(from)}Z`
  const changed = new GreaterThanEqualsFilter({ attribute: 'modifyTimestamp', value: since })
  const entries: Entry[] = []
  const pages = client.searchPaginated(options.base, {
    filter: new AndFilter({ filters: [parsedFilter(options.filter), changed] }),
    attributes: wanted(options),
    paged: { pageSize },
  })
  for await (const { searchEntries } of pages) entries.push(...(searchEntries as Entry[]))
  const read = recordReader(client, options)
  const found: Changed[] = []
  for (const entry of entries) {
    const mark = firstOf(entry, 'entryCSN') ?? firstOf(entry, 'modifyTimestamp') ?? ''
    const id = `${(firstOf(entry, options.attributes.id) ?? '').slice(0, 100)} ${mark}`
    if (told.has(id)) found.push({ id, at: timeOf(entry) })
    else {
      const record = await read(entry)
      if (record) found.push({ id, at: record.asOf, record })
    }
  }
  return found.toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

const noSuchObject = 32
const invalidDn = 34
/** Result codes of RFC 4511 that are not a refusal. */
const codes: Record<number, 'unavailable' | 'timeout' | 'unauthorized' | 'conflict'> = {
  3: 'timeout',
  8: 'unauthorized',
  13: 'unauthorized',
  16: 'conflict',
  20: 'conflict',
  48: 'unauthorized',
  49: 'unauthorized',
  51: 'unavailable',
  52: 'unavailable',
}

function asPortError(error: unknown): PortError {
  if (error instanceof PortError) return error
  const {
    code,
    name,
    message = String(error),
  } = (error ?? {}) as { code?: unknown; name?: string; message?: string }
  if (typeof code !== 'number') {
    const isLate = /timeout/i.test(message)
    return new PortError(isLate ? 'timeout' : 'unavailable', `The directory cannot be reached: ${message}`, {
      cause: error,
    })
  }
  return new PortError(codes[code] ?? 'refused', `The directory answered ${name}: ${message}`)
}
