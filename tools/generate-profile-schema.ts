import { profileFileSchema } from '@portico/contract/profile'
import { writeGenerated } from './write-generated.ts'

export const profileSchemaFile = new URL('../docs/reference/profile.schema.json', import.meta.url)

/** The text of the JSON Schema of a file with sections of a profile. */
export function profileSchemaText(): string {
  return `${JSON.stringify(profileFileSchema(), null, 2)}\n`
}

if (import.meta.main) await writeGenerated(profileSchemaFile, profileSchemaText())
