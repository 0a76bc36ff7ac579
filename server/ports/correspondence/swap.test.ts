import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { SentLetter } from '@portico/contract/letters'
import type { Config } from '@portico/contract/ports/config'
import { correspondence } from '@portico/contract/ports/correspondence'
import { defineAdapter } from '@portico/contract/ports/kit'
import { verifiedMessage } from '@portico/contract/ports/signature'
import Type from '@portico/contract/type'
import { releaseSmallDecision } from '../../test/released-decision.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('letters go to one place after the other by configuration alone', () => {
  let path: string
  let server: Server
  const posted: { letterId: string; sha256: string }[] = []
  before(async () => {
    path = await mkdtemp(join(tmpdir(), 'portico-letters-'))
    server = createServer(async (request, response) => {
      const body = await buffer(request)
      const message = verifiedMessage(request.headers, body, { secrets: [secret], now: new Date() })
      if (!message) return response.writeHead(401).end()
      if (request.url === '/capabilities')
        return response.end(
          JSON.stringify({ port: 'correspondence', spec: 2, supports: ['distribution', 'receipts'] }),
        )
      const { input } = JSON.parse(body.toString())
      const bytes = Buffer.from(await (await fetch(input.files[0].url)).arrayBuffer())
      posted.push({ letterId: input.letterId, sha256: hash('sha256', bytes) })
      response.end(
        JSON.stringify({ output: { receipt: { channel: 'mail', sentAt: new Date().toISOString() } } }),
      )
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    server.close()
    await rm(path, { recursive: true, force: true })
  })

  /** The same letter under any configuration. */
  async function send(
    config: Config | undefined,
    status: SentLetter['status'],
    andThen: (world: World) => Promise<unknown> = async () => {},
  ) {
    const world = await startWorld({ SWAP_SECRET: secret }, config)
    const on = (place: string) => `/cases/${world.caseId}${place}`
    const contact = { addresses: [{ lines: ['1 Main Street'], city: 'Salem' }] }
    const party = { role: 'appellant', person: { firstName: 'Ada', lastName: 'King' }, contact }
    await world.admin('POST', on('/parties/party_ada'), { body: party })
    const body = { letter: 'preDocketing', partyId: 'party_ada' }
    const written = (await world.admin('POST', on('/letters'), { body })).json as { letter: SentLetter }
    const letter = await until(async () => {
      const { letters } = (await world.admin('GET', on('/letters'))).json as { letters: SentLetter[] }
      return letters.find((letter) => letter.id === written.letter.id && letter.status === status)
    })
    await andThen(world).finally(() => world.close())
    return letter
  }

  it('nothing is configured: letters are filed on the case, the notice of a signed outcome too, and their bytes can be fetched', async () => {
    const noticed = async (world: World) => {
      const { workProductId } = await releaseSmallDecision(world)
      const mailroom = await world.member('mailroom', ['integration'])
      const found = await until(async () => {
        const { json } = await mailroom('GET', '/letters?status=composed')
        const { letters } = json as { letters: { caseId: string; letter: SentLetter }[] }
        return letters.find(
          ({ letter }) => letter.letter === 'decisionNotice' && letter.partyId === 'party_ada',
        )
      })
      const { caseId, letter } = found
      const { json } = await world.admin('GET', `/cases/${caseId}/events?types=letter.owed`)
      const { events } = json as { events: { data: Record<string, string> }[] }
      assert.equal(events.find(({ data }) => data.letterId === letter.id)?.data.workProductId, workProductId)
      const file = await mailroom('GET', `/appeals/${caseId}/documents/${letter.documentId}/content`)
      assert.match(file.text, /^%PDF-1/)
      const receipt = { channel: 'mail', sentAt: new Date().toISOString() }
      const sent = await mailroom('PUT', `/cases/${caseId}/letters/${letter.id}/receipt`, { body: receipt })
      assert.equal((sent.json as { letter: SentLetter }).letter.status, 'receipted', sent.text)
    }
    const letter = await send(undefined, 'composed', noticed)
    assert.match(letter.documentId ?? '', /^doc_/)
  })

  it('a folder', async () => {
    const letter = await send(
      { ports: { correspondence: { adapter: 'folder', path, channel: 'mail' } } },
      'receipted',
    )
    const [name = ''] = (await readdir(path)).filter((one) => one !== '.portico')
    const index = JSON.parse(await readFile(join(path, name, 'letter.json'), 'utf8'))
    assert.equal(index.letterId, letter.id)
    const pdf = await readFile(join(path, name, index.files[0].name))
    assert.equal(hash('sha256', pdf), index.files[0].sha256)
  })

  it('one that sends nothing, and two that do: the first of them does', async () => {
    const mailbox = defineAdapter({
      port: correspondence,
      name: 'mailbox',
      does: 'Reports what became of mail, and sends none.',
      options: Type.Object({}),
      open: () => ({ supports: ['receipts'], calls: {} }),
    })
    const [first, second] = [join(path, 'first'), join(path, 'second')]
    for (const folder of [first, second]) await mkdir(folder)
    const folder = (at: string) => ({ adapter: 'folder', path: at, channel: 'mail' })
    const bindings = { mailbox: { adapter: mailbox }, post: folder(first), spare: folder(second) }
    await send({ ports: { correspondence: bindings } }, 'receipted')
    const lettersIn = async (at: string) => (await readdir(at)).filter((one) => one !== '.portico').length
    assert.deepEqual([await lettersIn(first), await lettersIn(second)], [1, 0])
  })

  it('a service of your own', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const binding = { adapter: 'http', url, secret: { env: 'SWAP_SECRET' }, privateAddresses: true }
    const letter = await send({ ports: { correspondence: binding } }, 'receipted')
    assert.deepEqual(
      posted.map(({ letterId }) => letterId),
      [letter.id],
    )
    assert.match(posted[0]?.sha256 ?? '', /^[0-9a-f]{64}$/)
  })
})
