import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildSdk } from '../tools/build-sdk.ts'
import { documentationProgram, readmeProgram } from './test/examples.ts'

const run = promisify(execFile)
const modules = fileURLToPath(new URL('../node_modules', import.meta.url))

const consumer = `
import { type AppealSummary, type ErrorCode, type PorticoEvent, PorticoClient, PorticoError, signIn } from '@portico/sdk'
import { createMockClient } from '@portico/sdk/mock'

const mock = createMockClient({ appeals: [{ id: 'case_1' }], documents: { case_1: [{ id: 'doc_1' }] } })
const appeals: AppealSummary[] = await mock.appeals.list()
const code: ErrorCode = await new PorticoClient({ baseUrl: 'http://127.0.0.1:1', token: 't', retries: 0 }).appeals
  .list()
  .then(() => 'internal' as const, (error: unknown) => {
    if (error instanceof PorticoError) return error.code
    throw error
  })

export function textOf(event: PorticoEvent): string | undefined {
  switch (event.type) {
    case 'document.tagged':
      return event.data?.text
    case 'document.annotated':
      return event.data?.comment
    default:
      return undefined
  }
}
export async function names(client: PorticoClient): Promise<string | undefined> {
  for await (const event of client.cases.watch('case_1', { types: ['document.filed'] })) return event.data?.name
  return undefined
}
// @ts-expect-error a query is text
export const wrong = () => mock.search('case_1', 7)

console.log(JSON.stringify([appeals.length, code, typeof signIn]))
`

const mocked = `
import { createMockClient } from '@portico/sdk/mock'

const mock = createMockClient({ appeals: [{ id: 'case_1' }] })
const { id } = await mock.issues.add('case_1', { issueType: 'serviceConnection' })
const draft = await mock.workProducts.draft('case_1', {})
const refused = await mock.workProducts.release('case_1', draft.id).catch(({ code }) => code)
console.log(JSON.stringify([id.split('_')[0], refused]))
`

/** The oldest Node on the path that the package is for: 20, where the machine has one. */
async function oldestNode(): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = await Promise.all(
    [...new Set(folders)].map(async (one) => {
      const node = join(one, 'node')
      const version = await run(node, ['--version']).catch(() => ({ stdout: '' }))
      return { node, major: Number(/^v(\d+)/.exec(version.stdout)?.[1] ?? 0) }
    }),
  )
  const fitting = found.filter(({ major }) => major >= 20).sort((a, b) => a.major - b.major)
  return fitting[0]?.node ?? process.execPath
}

const options = {
  target: 'es2022',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

describe('the package', () => {
  let folder: string
  let inFolder: (command: string, ...args: string[]) => Promise<string>
  const tsc = (project: string) =>
    inFolder(process.execPath, join(modules, 'typescript/bin/tsc'), '-p', project, '--checkers', '1')

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-sdk-'))
    const own = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))
    const env = { ...Object.fromEntries(own), npm_config_cache: join(folder, '.npm') }
    inFolder = async (command, ...args) => (await run(command, args, { cwd: folder, env })).stdout
    await buildSdk(join(folder, 'built'))
    await inFolder('npm', 'pack', './built', '--silent')
    const [archive = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
    await rm(join(folder, 'built'), { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    await inFolder('npm', 'install', `./${archive}`, '--offline', '--no-audit', '--no-fund', '--silent')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('has no dependencies and carries no sources', async () => {
    const installed = join(folder, 'node_modules/@portico/sdk')
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
    assert.equal(manifest.dependencies, undefined)
    assert.equal(manifest.private, undefined)
    assert.deepEqual(await readdir(join(folder, 'node_modules/@portico')), ['sdk'])
    const files = await readdir(installed, { recursive: true })
    assert.ok(files.includes('README.md'))
    assert.deepEqual(
      files.filter((file) => /(?<!\.d)\.ts$|\.test\.|scripted/.test(file)),
      [],
    )
  })

  it('names its repository, and maps every file to the source that it carries', async () => {
    const installed = join(folder, 'node_modules/@portico/sdk')
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
    assert.equal(manifest.repository.directory, 'sdk')
    const files = await readdir(installed, { recursive: true })
    const built = files.filter((file) => file.endsWith('.js'))
    assert.ok(built.length > 20)
    for (const file of built) {
      const map = JSON.parse(await readFile(join(installed, `${file}.map`), 'utf8'))
      assert.match(map.sourcesContent[0], /\S/)
      assert.ok(files.includes(file.replace(/\.js$/, '.d.ts')), file)
    }
  })

  it('is typed for a strict consumer without the types of Node, and runs', async () => {
    await writeFile(join(folder, 'consumer.ts'), consumer)
    const compilerOptions = { ...options, lib: ['es2022', 'dom'], types: [], skipLibCheck: false }
    await writeFile(join(folder, 'strict.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    await tsc('strict.json')
    for (const node of new Set([await oldestNode(), process.execPath])) {
      assert.equal(await inFolder(node, 'consumer.js'), '[1,"network","function"]\n', node)
    }
  })

  it('has types that name nothing outside the package', async () => {
    const installed = join(folder, 'node_modules/@portico/sdk')
    for (const file of (await readdir(installed, { recursive: true })).filter((name) =>
      name.endsWith('.d.ts'),
    )) {
      const text = await readFile(join(installed, file), 'utf8')
      for (const [, path = ''] of text.matchAll(/(?:from |import\()['"]([^'"]+)['"]/g))
        if (!/^ \*/m.test(path) && !path.startsWith('@portico/sdk'))
          await readFile(join(installed, file, '..', path.replace(/\.js$/, '.d.ts')), 'utf8')
    }
  })

  it('has a mock that decides by the rules of the service', async () => {
    await writeFile(join(folder, 'mocked.js'), mocked)
    for (const node of new Set([await oldestNode(), process.execPath]))
      assert.equal(await inFolder(node, 'mocked.js'), '["issue","stateForbids"]\n', node)
  })

  it('has examples that are typed', async () => {
    await writeFile(join(folder, 'readme.ts'), await readmeProgram())
    await writeFile(join(folder, 'documentation.ts'), await documentationProgram())
    const types = { types: ['node'], typeRoots: [join(modules, '@types')] }
    const compilerOptions = {
      ...options,
      ...types,
      lib: ['es2024', 'dom', 'dom.iterable'],
      noEmit: true,
      skipLibCheck: true,
    }
    const files = ['readme.ts', 'documentation.ts']
    await writeFile(join(folder, 'examples.json'), JSON.stringify({ compilerOptions, files }))
    await tsc('examples.json')
  })
})
