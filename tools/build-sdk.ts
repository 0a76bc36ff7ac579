import { execFile } from 'node:child_process'
import { copyFile, cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundledRules } from './generate-mock-rules.ts'

type Manifest = Record<string, unknown> & { exports: Record<string, string> }

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Writes the package that is published: `npm publish sdk/dist`. It has a manifest of its own, because
 * inside this repository `@portico/sdk` is the source, and npm knows no exports for publishing only.
 */
export async function buildSdk(outDir = join(root, 'sdk/dist')): Promise<void> {
  const manifest = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8')) as Manifest
  const sources = Object.values(manifest.exports)
  await rm(outDir, { recursive: true, force: true })
  await compile(outDir)
  const { code, map } = await bundledRules()
  await writeFile(join(outDir, 'generated/rules.js'), `${code}//# sourceMappingURL=rules.js.map\n`)
  await writeFile(join(outDir, 'generated/rules.js.map'), map)
  await copyFile(join(root, 'sdk/generated/rules.d.ts'), join(outDir, 'generated/rules.d.ts'))
  for await (const file of glob('**/*.d.ts', { cwd: outDir })) {
    const text = await readFile(join(outDir, file), 'utf8')
    await writeFile(
      join(outDir, file),
      text.replaceAll(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'),
    )
  }
  await hideInternalTypes(
    outDir,
    sources.map((source) => source.replace(/\.ts$/, '.d.ts')),
  )
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`)
  await copyFile(join(root, 'sdk/README.md'), join(outDir, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE')).catch(() => undefined)
}

/**
 * The mock is typed by the rules of the service, which use types of Node that the SDK must not use: declarations of the
 * rules are made first, then the SDK is compiled against these.
 */
async function compile(outDir: string) {
  const folder = await mkdtemp(join(root, 'sdk/dist-'))
  const tsc = async (name: string, config: object) => {
    const path = join(folder, `${name}.json`)
    await writeFile(path, JSON.stringify(config))
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', path])
  }
  try {
    const declarations = { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: root }
    await tsc('rules', {
      extends: '../../tsconfig.json',
      compilerOptions: { ...declarations, outDir: './rules' },
      include: [],
      files: ['../../tools/mock-rules.ts'],
    })
    await tsc('sdk', {
      extends: '../tsconfig.json',
      compilerOptions: {
        ...{ rootDir: root, outDir: './built', skipLibCheck: true },
        paths: { 'mock-rules': ['./rules/tools/mock-rules.d.ts'] },
      },
      files: ['../index.ts', '../mock.ts'],
    })
    await cp(join(folder, 'built/sdk'), outDir, { recursive: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What no entry leads to is not for consumers: its types may name the rules, which the package has without types. */
async function hideInternalTypes(outDir: string, entries: readonly string[]) {
  const reached = new Set<string>()
  const reach = async (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    const text = await readFile(join(outDir, file), 'utf8')
    for (const [, path = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]*)\.js['"]/g))
      await reach(join(dirname(file), `${path}.d.ts`))
  }
  for (const entry of entries) await reach(join(entry))
  for await (const file of glob('**/*.d.ts', { cwd: outDir })) {
    if (reached.has(file)) continue
    await writeFile(join(outDir, file), 'export {}\n')
    await rm(join(outDir, `${file}.map`), { force: true })
  }
}

function published({ private: _private, scripts: _scripts, exports, ...manifest }: Manifest): Manifest {
  const built = Object.entries(exports).map(([name, source]) => {
    const stem = source.replace(/\.ts$/, '')
    return [name, { types: `${stem}.d.ts`, default: `${stem}.js` }]
  })
  return { ...manifest, exports: Object.fromEntries(built) }
}

if (import.meta.main) {
  await buildSdk()
  console.log('sdk/dist is written')
}
