import assert from 'node:assert/strict'
import type { lookup } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { AdapterDefinition, CallContext, Host } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import { output } from '@portico/contract/ports/output'
import nats from './case-status/adapters/nats.ts'
import { asPortError } from './delivery/bindings/adapter-host.ts'
import { openOutbound } from './delivery/outside/outbound.ts'
import s3 from './document-source/adapters/s3.ts'
import sourceSftp from './document-source/adapters/sftp.ts'
import { httpAdapter } from './http/adapter.ts'
import ipp from './output/adapters/ipp.ts'
import outputSftp from './output/adapters/sftp.ts'

/** Every adapter that connects to an address, by whatever library it does so. */
describe('an adapter connects only to what its binding may reach', () => {
  let server: Server
  let port: number
  let connections = 0
  let proxied: string[] = []
  before(async () => {
    server = createServer((socket) => {
      connections += 1
      socket.on('error', () => {})
      socket.once('data', (data) => {
        proxied.push(data.toString().split('\r\n')[0] ?? '')
        socket.destroy()
      })
      // Whoever waits for us to speak first hears nothing for long.
      setTimeout(() => socket.destroy(), 200).unref()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    port = (server.address() as AddressInfo).port
  })
  after(() => server.close())

  const sftp = (host: string) => {
    const account = { username: 'portico', password: 'secret', path: '/in', settleSeconds: 0 }
    return { host, port, hostKey: `SHA256:${'A'.repeat(43)}`, ...account }
  }
  const keys = { accessKeyId: 'id', secretAccessKey: 'key' }
  const adapters: Record<
    string,
    { definition: unknown; optionsAt: (host: string) => Record<string, unknown> }
  > = {
    http: {
      definition: httpAdapter(output),
      optionsAt: (host) => ({ url: `http://${host}:${port}`, secret: `whsec_${'A'.repeat(44)}` }),
    },
    'ipp of output': {
      definition: ipp,
      optionsAt: (host) => ({ printer: `ipp://${host}:${port}/p`, username: 'portico', patienceSeconds: 1 }),
    },
    'sftp of output': { definition: outputSftp, optionsAt: sftp },
    'sftp of document-source': { definition: sourceSftp, optionsAt: sftp },
    's3 of document-source': {
      definition: s3,
      optionsAt: (host) => ({
        bucket: 'b',
        endpoint: `http://${host}:${port}`,
        region: 'eu-1',
        pathStyle: true,
        ...keys,
      }),
    },
    'nats of case-status': {
      definition: nats,
      optionsAt: (host) => ({
        servers: [`nats://${host}:${port}`],
        stream: 'S',
        subject: 's',
        consumer: 'c',
      }),
    },
  }

  /** What names lead to, one lookup after the other. */
  const names = (addresses: string[]) => {
    const asked: string[] = []
    const found = ((name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
      const address = addresses[Math.min(asked.length, addresses.length - 1)]
      asked.push(name)
      done(null, [{ address, family: 4 }])
    }) as unknown as typeof lookup
    return { asked, found }
  }

  async function failureOf(
    name: string,
    at: string,
    given: Partial<Parameters<typeof openOutbound>[0]>,
  ): Promise<PortError> {
    const outbound = openOutbound({ reach: 'public', env: {}, totalMs: 5000, ...given })
    const { definition, optionsAt } = adapters[name] as (typeof adapters)[string]
    const host = { ...outbound, binding: 'main', now: () => new Date(), log() {} } as unknown as Host
    let adapter: Awaited<ReturnType<AdapterDefinition['open']>> | undefined
    try {
      adapter = await (definition as AdapterDefinition).open(optionsAt(at), host)
      const { signal } = new AbortController()
      await adapter.check?.(signal)
      const { list } = adapter.calls as Record<
        string,
        (input: object, context: CallContext) => Promise<unknown>
      >
      await list?.({ case: { docketNumber: 'D' } }, { key: 'k', attempt: 1, signal } as CallContext)
      return new PortError('invalid', 'It was answered.')
    } catch (error) {
      return asPortError(error)
    } finally {
      await adapter?.close?.()
      await outbound.close()
    }
  }

  for (const name of Object.keys(adapters)) {
    it(`${name}: no private address, by number or by name`, async () => {
      const before = connections
      const byNumber = await failureOf(name, '127.0.0.1', {})
      assert.match(byNumber.message, /127\.0\.0\.1, which is a private address: set privateAddresses/)
      const inside = await failureOf(name, 'inside.example.org', { lookup: names(['127.0.0.1']).found })
      assert.match(inside.message, /inside\.example\.org, which is a private address/)
      assert.deepEqual([byNumber.code, inside.code], ['refused', 'refused'])
      assert.equal(connections, before)
    })

    it(`${name}: a private address where it is configured, and the address that was checked`, async () => {
      const before = connections
      const { asked, found } = names(['127.0.0.1'])
      const failure = await failureOf(name, 'inside.example.org', { reach: 'private', lookup: found })
      assert.ok(connections > before, `${failure.message} ${asked.join(' ')}`)
    })
  }

  for (const name of ['http', 's3 of document-source'])
    it(`${name}: goes by the proxy that the usual variables name`, async () => {
      proxied = []
      const env = { HTTP_PROXY: `http://127.0.0.1:${port}` }
      await failureOf(name, 'outside.example.org', { env })
      assert.match(proxied[0] ?? 'nothing', /^(CONNECT|GET|POST) .*outside\.example\.org/)
    })
})
