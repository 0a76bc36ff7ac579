import { execFile } from 'node:child_process'
import { copyFile, glob, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

type Manifest = Record<string, unknown> & { exports: Record<string, string> }

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Writes the package that is published: `npm publish sdk/dist`. It has a manifest of its own, because
 * inside this repository `@portico/sdk` is the source, and npm knows no exports for publishing only.
 */
export async function buildSdk(outDir = join(root, 'sdk/dist')): Promise<void> {
  await rm(outDir, { recursive: true, force: true })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [tsc, '-p', join(root, 'sdk/tsconfig.json'), '--outDir', outDir])
  for await (const file of glob('**/*.d.ts', { cwd: outDir })) {
    const text = await readFile(join(outDir, file), 'utf8')
    await writeFile(
      join(outDir, file),
      text.replaceAll(/((?:from |import\()['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2'),
    )
  }
  const manifest = JSON.parse(await readFile(join(root, 'sdk/package.json'), 'utf8')) as Manifest
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`)
  await copyFile(join(root, 'sdk/README.md'), join(outDir, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(outDir, 'LICENSE')).catch(() => undefined)
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
