import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

export const mockRulesFile = new URL('../sdk/generated/rules.js', import.meta.url)
export const mockRulesTypesFile = new URL('../sdk/generated/rules.d.ts', import.meta.url)

const root = fileURLToPath(new URL('..', import.meta.url))
const libraries = ['@marcbachmann/cel-js', 'diff']

/** The types of the rules are those of their sources: `tsconfig.json` says where these are. */
export const mockRulesTypes = async () => `export * from 'mock-rules'\n`

export const mockRules = async () => (await bundledRules()).code

/** The rules of the service in one module without imports, so that the mock keeps no second set of them. */
export async function bundledRules(): Promise<{ code: string; map: string }> {
  const bundle = await rolldown({
    input: 'tools/mock-rules.ts',
    cwd: root,
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'], conditionNames: ['import'] },
    treeshake: { moduleSideEffects: false },
    plugins: [forBrowsers, namesOfSchemas],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    sourcemap: 'hidden',
    comments: { legal: false, jsdoc: false, annotation: false },
    banner: await licences(),
  })
  await bundle.close()
  const [{ code, map, imports }] = output
  if (imports.length > 0) throw new Error(`The mock cannot import ${imports.join(', ')}, which its rules do.`)
  return { code, map: String(map) }
}

/** What Node has is the mock's own, and a library that the service loads late is there at once. */
const forBrowsers: Plugin = {
  name: 'for browsers',
  resolveId: (id) => (id === 'node:crypto' ? `${root}sdk/mock/sha256.ts` : null),
  load: (id) =>
    relative(root, id) === 'server/profile/cel.ts'
      ? `import { Environment } from '@marcbachmann/cel-js'\nexport const cel = () => ({ Environment })`
      : null,
}

/**
 * The rules read the names of schemas and of their members, and never validate: without this, every schema of the
 * contract would be bundled, with its library. A function of the contract is taken as it stands; those that the rules
 * call refer to nothing outside themselves.
 */
const namesOfSchemas: Plugin = {
  name: 'names of schemas',
  resolveId: (id) => (id.startsWith('@portico/contract/') ? `\0${id}` : null),
  async load(id) {
    if (!id.startsWith('\0@portico/contract/')) return null
    const members = Object.entries((await import(id.slice(1))) as Record<string, unknown>)
    return members.map(([name, value]) => `export const ${name} = ${textOf(value)}`).join('\n')
  },
}

const textOf = (value: unknown) =>
  typeof value === 'function' ? String(value) : JSON.stringify(namesIn(value))

function namesIn(value: unknown): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.keys(value).map((name) => [name, true]))
}

async function licences(): Promise<string> {
  const texts = await Promise.all(
    libraries.map(async (name) => {
      const file = new URL(`../node_modules/${name}/LICENSE`, import.meta.url)
      return `${name}\n\n${(await readFile(file, 'utf8')).trim()}`
    }),
  )
  return `// Generated from the rules of the service by \`npm run generate\`: change those in server/, not this file.
/*
${texts.join('\n\n').replaceAll('*/', '* /')}
*/`
}
