import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Tokens } from '@portico/contract/auth'
import { openApi } from '@portico/contract/openapi'
import { routes } from '@portico/contract/table'
import { type ApiDocument, operationsOf } from '../../http/pages/api-document.ts'
import { curlSample, sdkSamples } from '../../http/pages/samples.ts'
import { outsideEditor } from '../outside-editor.ts'
import { account, type Given, sampleGivens } from '../sample-givens.ts'
import { fact, openSamplePost, secret } from '../sample-post.ts'
import { testPdf } from '../test-pdf.ts'
import { startWorld, type World } from '../world.ts'

const run = promisify(execFile)
const api = JSON.parse(JSON.stringify(openApi())) as ApiDocument

/** The page that the examples annotate. */
const page = 12

describe('the samples of the reference', () => {
  const post = openSamplePost('SAMPLE_SECRET')
  let world: World
  let folder: string
  /** Each runner has a case of its own: to revise a document gives it other pages. */
  let cases: { caseId: string; documentId: string }[]

  before(async () => {
    const engine = join(import.meta.dirname, '../tone-engine.ts')
    const speech = { PORTICO_SPEECH: 'on', PORTICO_SPEECH_ENGINE: engine }
    world = await startWorld(
      { ...speech, SAMPLE_SECRET: secret },
      { ports: { output: { main: post.binding }, authoring: { adapter: outsideEditor().adapter } } },
    )
    folder = await mkdtemp(join(tmpdir(), 'portico-samples-'))
    await world.member(account.username, ['administrator'])
    const { appeals } = (await world.admin('GET', '/appeals')).json as { appeals: { id: string }[] }
    cases = await Promise.all(
      appeals.map(async ({ id }) => ({ caseId: id, documentId: await documentWithThePage(id) })),
    )
  })
  after(async () => {
    await world?.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function documentWithThePage(caseId: string): Promise<string> {
    const { json } = await world.admin('GET', `/appeals/${caseId}/documents`)
    const { documents } = json as { documents: { id: string; startPage: number; endPage: number }[] }
    return documents.find(({ startPage, endPage }) => startPage <= page && page <= endPage)?.id ?? ''
  }

  it('show the example of the SDK for every route that it calls, which its own tests run', async () => {
    const without = Object.keys(routes).filter((name) => !(name in sdkSamples))
    assert.deepEqual(without, [
      'refresh',
      ...['refreshBrowserSession', 'endBrowserSession', 'signInSandboxPerson'],
      ...[
        'jwks',
        'openIdConfiguration',
        'startBrowserSessionWithPasskey',
        'reviseAppealDocument',
        'getScopedBytes',
      ],
      'readFeed',
      ...['receiveFact', 'getPortFile'],
      ...['health', 'ready'],
      ...['listEditorEvidence', 'getEditorDocument', 'getEditorText'],
    ])
  })

  it('curl gets the answer that the reference tells', async (context) => {
    const hasCurl = await run('curl', ['--version']).then(
      () => true,
      () => false,
    )
    if (!hasCurl) return context.skip('there is no curl on this machine')
    const { baseUrl } = world
    const { caseId = '', documentId = '' } = cases[1] ?? {}
    const { json } = await world.anonymous('POST', '/auth/token', { body: account })
    const { token } = json as Tokens
    const made = await fetch(`${baseUrl}/appeals/${caseId}/documents/${documentId}/annotations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ page }),
    })
    const { annotation } = (await made.json()) as { annotation: { id: string } }
    const shared = {
      PATH: process.env.PATH,
      BASE_URL: baseUrl,
      TOKEN: token,
      ID: caseId,
      DOC_ID: documentId,
      ANN_ID: annotation.id,
    }
    const given = await sampleGivens(world, token, post)
    const file = await testPdf(['A page to send.'])
    const others: string[] = []
    const shell = openShell(folder, shared)
    context.after(() => shell.end())
    for (const operation of operationsOf(api)) {
      const { env = {}, instead = {} } = await given(operation.operationId).catch((error): Given => {
        others.push(`${operation.operationId} is given: ${error}`)
        return {}
      })
      let command = `${curlSample(api, operation)} -s -o answer -w '%{http_code}'`
      for (const [example, real] of Object.entries(instead)) command = command.replaceAll(example, real)
      await writeFile(join(folder, 'file.pdf'), file)
      await writeFile(join(folder, 'fact.json'), fact)
      const status = await shell.run(command, env)
      const told = Object.keys(operation.responses)[0]
      if (status === told) continue
      others.push(`${operation.operationId}: ${status}, not ${told}: ${await answerIn(folder)}`)
    }
    assert.deepEqual(others, [])
  })
})

/** One shell for all commands: a process of this size takes longer to start one than curl takes to ask. */
function openShell(cwd: string, env: NodeJS.ProcessEnv) {
  const shell = spawn('sh', { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(shell, 'close')
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  return {
    /** What it prints, in one line. */
    async run(command: string, variables: Record<string, string>): Promise<string> {
      const given = Object.entries(variables).map(
        ([name, value]) => `${name}=${quoted(value)}; export ${name}`,
      )
      shell.stdin.write(`(${[...given, command].join('\n')}\n) </dev/null; echo\n`)
      const { value } = await lines.next()
      return value ?? 'nothing'
    },
    async end() {
      shell.stdin.end()
      await ended
    },
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const answerIn = (folder: string) => readFile(join(folder, 'answer'), 'utf8').catch(() => '')
