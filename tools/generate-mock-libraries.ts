import { readFile } from 'node:fs/promises'
import { rolldown } from 'rolldown'

export const mockLibrariesFile = new URL('../sdk/generated/libraries.ts', import.meta.url)

/** What the rules of the mock need of others: the SDK has no dependencies. */
const wanted = { '@marcbachmann/cel-js': ['Environment'], diff: ['diffArrays', 'diffWordsWithSpace'] }

/** The text of `sdk/generated/libraries.ts`. */
export async function mockLibraries(): Promise<string> {
  const entry = Object.entries(wanted).map(
    ([name, names]) => `export { ${names.join(', ')} } from '${name}'\n`,
  )
  const bundle = await rolldown({
    input: 'libraries',
    cwd: new URL('../server', import.meta.url).pathname,
    platform: 'neutral',
    plugins: [
      {
        name: 'libraries',
        resolveId: (id) =>
          id === 'libraries' ? new URL('../server/libraries.js', import.meta.url).pathname : null,
        load: (id) => (id.endsWith('/server/libraries.js') ? entry.join('') : null),
      },
    ],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    comments: { legal: false, jsdoc: false, annotation: false },
  })
  await bundle.close()
  const licences = await Promise.all(
    Object.keys(wanted).map(async (name) => {
      const file = new URL(`../node_modules/${name}/LICENSE`, import.meta.url)
      return `${name}\n\n${(await readFile(file, 'utf8')).trim()}`
    }),
  )
  const code = output[0].code
    .replaceAll(/^\/\/ \.\.\/node_modules.*\n/gm, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replace(/^export \{(.*)\};?$/m, 'export const libraries: Record<string, unknown> = {$1}')
  return `// @ts-nocheck
// Generated from the packages that it names by \`npm run generate\`.
/*
${licences.join('\n\n').replaceAll('*/', '* /')}
*/
${code}`
}
