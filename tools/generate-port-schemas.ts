import { mkdir } from 'node:fs/promises'
import { portNames } from '@portico/contract/ports/config'
import { schemaOf } from '@portico/contract/ports/json-schema'
import { writeGenerated } from './write-generated.ts'

const folder = new URL('../docs/reference/ports/', import.meta.url)

/** The JSON Schemas of the ports, by file. */
export const portSchemas = portNames.map((name) => ({
  file: new URL(`${name}.schema.json`, folder),
  text: `${JSON.stringify(schemaOf(name), null, 2)}\n`,
}))

if (import.meta.main) {
  await mkdir(folder, { recursive: true })
  for (const { file, text } of portSchemas) await writeGenerated(file, text)
}
