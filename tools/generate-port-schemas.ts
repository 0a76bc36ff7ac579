import { mkdir } from 'node:fs/promises'
import { ports } from '@portico/contract/ports/all'
import { schemaOfPort } from '@portico/contract/ports/json-schema'
import { writeGenerated } from './write-generated.ts'

const folder = new URL('../docs/reference/ports/', import.meta.url)

/** The JSON Schemas of the ports, by file. */
export const portSchemas = ports.map((port) => ({
  file: new URL(`${port.name}.schema.json`, folder),
  text: `${JSON.stringify(schemaOfPort(port), null, 2)}\n`,
}))

if (import.meta.main) {
  await mkdir(folder, { recursive: true })
  for (const { file, text } of portSchemas) await writeGenerated(file, text)
}
