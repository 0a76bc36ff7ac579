import { manifestSchema } from '@portico/contract/manifest'
import { writeGenerated } from './write-generated.ts'

export const manifestSchemaFile = new URL('../docs/reference/bulk-load-manifest.schema.json', import.meta.url)

/** The text of the JSON Schema of a manifest's lines. */
export function manifestSchemaText(): string {
  return `${JSON.stringify(manifestSchema(), null, 2)}\n`
}

if (import.meta.main) await writeGenerated(manifestSchemaFile, manifestSchemaText())
