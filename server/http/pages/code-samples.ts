import { type ApiDocument, operationsOf } from './api-document.ts'
import { curlSample, sdkSamples } from './samples.ts'

/** The description with the calls of each operation, for tools that show them: by curl, and with the SDK. */
export function withCodeSamples(api: ApiDocument): ApiDocument {
  const paths = structuredClone(api.paths)
  for (const operation of operationsOf(api)) {
    const sdk = sdkSamples[operation.operationId]
    Object.assign(paths[operation.path]![operation.method.toLowerCase()]!, {
      'x-codeSamples': [
        { lang: 'Shell', label: 'curl', source: curlSample(api, operation) },
        ...(sdk ? [{ lang: 'TypeScript', label: 'SDK', source: sdk }] : []),
      ],
    })
  }
  return { ...api, paths }
}
