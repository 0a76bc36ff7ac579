import { type RouteName, routes } from '@portico/contract/table'
import { documentedExamples, withoutImports } from '../sdk/test/examples.ts'
import { writeGenerated } from './write-generated.ts'

export const sdkSamplesFile = new URL('../server/http/pages/sdk-samples.ts', import.meta.url)

/** The text of `sdk-samples.ts`: for each route the example of the SDK's method that is about it most. */
export async function sdkSamples(): Promise<string> {
  const examples = (await documentedExamples()).toSorted((a, b) => a.routes.length - b.routes.length)
  const rows = (Object.keys(routes) as RouteName[]).flatMap((name) => {
    const example = examples.find((one) => one.routes.includes(name))
    return example ? [`  ${name}: ${JSON.stringify(withoutImports(example.text).trim())},\n`] : []
  })
  return `// Generated from the examples in sdk/ by \`npm run generate\`. Change those, not this file.

/** The call of each route with the SDK; some routes are for machines that have none. */
export const sdkSamples: Record<string, string> = {
${rows.join('')}}
`
}

if (import.meta.main) await writeGenerated(sdkSamplesFile, await sdkSamples())
