import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, it } from 'node:test'
import pg from 'pg'
import { ask } from './wire.ts'

const load = createRequire(import.meta.url)

/** A client whose packets are kept instead of sent, connected as far as it knows. */
function silentClient() {
  const client = new pg.Client()
  const packets: Buffer[] = []
  const inside = client as unknown as {
    connection: { _send(bytes: Buffer): void; emit(event: string, message?: unknown): void }
    _connected: boolean
    _queryable: boolean
    readyForQuery: boolean
  } & Record<string, unknown>
  inside.connection._send = (bytes) => void packets.push(bytes)
  return { client, inside, packets }
}

const kinds = (packet: Buffer): string => {
  let found = ''
  for (let at = 0; at < packet.length; at += 1 + packet.readInt32BE(at + 1))
    found += String.fromCharCode(packet[at]!)
  return found
}

describe('the wire', () => {
  it('relies on this version of the driver: with another, read what wire.ts says of it, and look', () => {
    assert.equal((load('pg/package.json') as { version: string }).version, '8.23.1')
    assert.equal(typeof (load('pg/lib/utils.js') as { prepareValue: unknown }).prepareValue, 'function')
    const handled = Object.getOwnPropertyNames(pg.Query.prototype).filter((name) => name.startsWith('handle'))
    assert.deepEqual(handled.sort(), [
      ...[
        'handleCommandComplete',
        'handleCopyData',
        'handleCopyInResponse',
        'handleDataRow',
        'handleEmptyQuery',
      ],
      ...['handleError', 'handlePortalSuspended', 'handleReadyForQuery', 'handleRowDescription'],
    ])
  })

  it('sends the statements of one turn as one packet, each parsed and described once on a connection', async () => {
    const { client, inside, packets } = silentClient()
    const handle = client as unknown as Record<string, (message: unknown) => void>
    Object.assign(inside, { _connected: true, readyForQuery: true })
    const answers = Promise.all([
      ask(client, 'select $1::int as one', [1]),
      ask(client, 'select $1::int as one', [2]),
    ])
    await new Promise((done) => process.nextTick(done))
    // Parse, bind, describe, execute; then bind, describe (not answered yet), execute; one sync.
    assert.deepEqual(packets.map(kinds), ['PBDEBDES'])
    const column = { name: 'one', dataTypeID: 23 }
    for (const text of ['1', '2']) {
      handle._handleRowDescription?.({ fields: [column] })
      handle._handleDataRow?.({ fields: [text] })
      handle._handleCommandComplete?.({ text: 'SELECT 1' })
    }
    handle._handleReadyForQuery?.({})
    assert.deepEqual(
      (await answers).map(({ rows }) => rows),
      [[{ one: 1 }], [{ one: 2 }]],
    )
    const again = ask(client, 'select $1::int as one', [3])
    await new Promise((done) => process.nextTick(done))
    assert.deepEqual(packets.slice(1).map(kinds), ['BES'])
    handle._handleDataRow?.({ fields: ['3'] })
    handle._handleCommandComplete?.({ text: 'SELECT 1' })
    handle._handleReadyForQuery?.({})
    assert.deepEqual((await again).rows, [{ one: 3 }])
  })
})
