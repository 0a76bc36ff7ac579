import { mockRules, mockRulesFile, mockRulesTypes, mockRulesTypesFile } from './generate-mock-rules.ts'
import { sdkClient, sdkClientFile, sdkMethods, sdkMethodsFile } from './generate-sdk-client.ts'
import { sdkCommands, sdkCommandsFile } from './generate-sdk-commands.ts'
import { sdkRoutes, sdkRoutesFile } from './generate-sdk-routes.ts'
import { sdkTypes, sdkTypesFile } from './generate-sdk-types.ts'
import { writeGenerated } from './write-generated.ts'

/** What is derived from the contract and the pure rules of the service; none of it is in git. */
export const generatedFiles = [
  { file: sdkTypesFile, text: sdkTypes },
  { file: sdkRoutesFile, text: sdkRoutes },
  { file: sdkClientFile, text: sdkClient },
  { file: sdkMethodsFile, text: sdkMethods },
  { file: sdkCommandsFile, text: sdkCommands },
  { file: mockRulesFile, text: mockRules },
  { file: mockRulesTypesFile, text: mockRulesTypes },
]

if (import.meta.main) for (const { file, text } of generatedFiles) await writeGenerated(file, await text())
