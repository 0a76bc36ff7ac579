import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultProfile } from '../server/profile/default.ts'

export const mockRulesFile = new URL('../sdk/generated/rules.ts', import.meta.url)

const server = fileURLToPath(new URL('../server', import.meta.url))

/** What the mock of the SDK decides by: pure functions of the service, by the module that has each. */
const wanted: Record<string, readonly string[]> = {
  'core/kernel/decider.ts': ['Refusal', 'fold', 'isRead'],
  'core/kernel/ids.ts': ['newId'],
  'core/kernel/chain.ts': ['canonicalJson'],
  'core/kernel/known-words.ts': ['namesOf', 'oneOf', 'refuseUnknownWord'],
  'core/reactions.ts': ['reactions'],
  'core/endings.ts': ['endedBy', 'endingOf', 'namedBy', 'refuseUnseen'],
  'core/file/case-file.ts': ['caseFile'],
  'core/file/document.ts': ['document'],
  'core/file/receipt-date.ts': ['arrivalOf'],
  'core/file/document-labels.ts': ['mailTypesFor', 'labelsFrom'],
  'core/file/anchors.ts': ['checkAnchor', 'refuseTwistedBox'],
  'core/work/work.ts': ['work'],
  'core/work/offers.ts': ['noOffers', 'offersOn'],
  'core/work/draft.ts': ['taskTypeOf', 'teamAssignee', 'workflowOf'],
  'core/work/case-state.ts': ['deadlinesIn', 'presentDeadlines', 'stateBeforeWork'],
  'core/time/days-in-zone.ts': ['dayShownIn'],
  'core/issue/issue.ts': ['issues'],
  'core/issue/evidence.ts': ['citationOf'],
  'core/issue/deciders.ts': ['issueOffers'],
  'core/party/party.ts': ['party'],
  'core/decision/work-product.ts': ['refuseUnlessEditable', 'workProducts'],
  'core/decision/work-product-state.ts': ['isUnfinished'],
  'core/decision/holders.ts': ['signatureOverride'],
  'core/decision/product-offers.ts': ['productOffers'],
  'core/decision/cited-anchors.ts': ['citedAnchors'],
  'core/decision/block-ids.ts': ['withIds'],
  'core/decision/check-text.ts': ['checkText', 'refuseUnknownIssues'],
  'core/decision/operations.ts': ['applyOperations'],
  'core/decision/operations-between.ts': ['operationsBetween'],
  'core/decision/outline.ts': ['outlineOf'],
  'core/decision/rebase.ts': ['rebase'],
  'core/decision/proposal-commands.ts': ['openAmong'],
  'core/decision/proposals.ts': ['acceptInTurn', 'excerptOf', 'presentProposal'],
  'core/decision/comment-place.ts': ['commentNow', 'placeInText'],
  'core/decision/layout.ts': ['layOut', 'layoutById'],
  'core/decision/findings.ts': ['findingsOf'],
  'core/decision/package.ts': ['composePackage'],
  'core/decision/shown.ts': ['hashOfShown'],
  'core/decision/facts.ts': ['anchorKey', 'versionKey'],
  'core/decision/boilerplate.ts': ['entryKey', 'referencesIn'],
  'core/decision/boilerplate-values.ts': ['faultsOfValues', 'valuesOf'],
  'profile/boilerplate-changes.ts': ['entryChanges'],
  'profile/boilerplate-faults.ts': ['faultsOfEntry'],
  'profile/conditions.ts': ['heldIn'],
  'profile/try-entry.ts': ['conditionsOf', 'offerOf', 'outcomesOf', 'tryEntry'],
  'search/boilerplate-index.ts': ['indexBoilerplate'],
  'search/query.ts': ['isBlank', 'isOperatorAlone', 'parseQuery', 'termOf', 'writeQuery'],
  'search/read-page.ts': ['readPage'],
  'search/find-in.ts': ['findIn'],
  'search/find-quote.ts': ['hasQuote'],
  'search/snippet.ts': ['snippetOf', 'snippetWithMatches'],
  'search/spelling.ts': ['editDistance', 'respell'],
}

/** Modules that load a library: the mock has it in a file of its own. */
const libraries: Record<string, string> = { 'profile/cel.ts': 'cel', 'core/kernel/word-diff.ts': 'wordDiff' }

type Module = { name: string; code: string; exports: string[] }

/** The text of `sdk/generated/rules.ts`. The mock keeps no second set of rules that could drift from these. */
export async function mockRules(): Promise<string> {
  const modules = new Map<string, Module>()
  for (const file of Object.keys(wanted)) await load(join(server, file), modules)
  const parts = [...modules.values()].map(
    ({ name, code, exports }) => `const ${name} = (() => {\n${code}\nreturn { ${exports.join(', ')} }\n})()`,
  )
  const exported = Object.entries(wanted).map(
    ([file, names]) => `export const { ${names.join(', ')} } = ${nameOf(join(server, file))}`,
  )
  return `// @ts-nocheck
// Generated from the pure rules of the service by \`npm run generate\`. Change those in server/, not this file.
import { libraries } from './libraries.ts'
import { hash } from '../mock/sha256.ts'

${parts.join('\n\n')}

${exported.join('\n')}

export const defaultProfile = ${JSON.stringify(defaultProfile)}
`
}

/** Each module behind those that it imports: the rules have no circles. */
async function load(file: string, modules: Map<string, Module>): Promise<void> {
  if (modules.has(file)) return
  const library = libraries[relative(server, file)]
  if (library !== undefined) {
    const code = `const ${library} = () => libraries`
    modules.set(file, { name: nameOf(file), code, exports: [library] })
    return
  }
  const source = stripTypeScriptTypes(await readFile(file, 'utf8'))
  const imports = [...source.matchAll(/^import (?:\{([^}]*)\}) from '([^']+)'$/gm)]
  const taken: string[] = []
  for (const [, names = '', specifier = ''] of imports) {
    const list = names.split(',').map((name) => name.trim())
    const members = list.filter((name) => name !== '').map((name) => name.replace(' as ', ': '))
    if (members.length === 0) continue
    if (specifier.startsWith('.')) {
      const other = join(file, '..', specifier)
      await load(other, modules)
      taken.push(`const { ${members.join(', ')} } = ${nameOf(other)}`)
    } else if (specifier.startsWith('@portico/contract/')) {
      taken.push(await namesOfContract(specifier, members))
    } else if (specifier !== 'node:crypto' || members.join() !== 'hash') {
      throw new Error(`${relative(server, file)} imports ${specifier}, which the mock cannot have`)
    }
  }
  const code = source.replaceAll(/^import (?:\{[^}]*\}) from '[^']+'$/gm, '')
  const exports = [...code.matchAll(/^export (?:const|(?:async )?function\*?|class) (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  const text = code.replaceAll(/^export /gm, '').replaceAll(/[ \t]+$/gm, '')
  modules.set(file, {
    name: nameOf(file),
    code: [...taken, text.replaceAll(/\n{2,}/g, '\n').trim()].join('\n'),
    exports,
  })
}

/** Of a schema of the contract the rules know no more than its names; a list or a function is taken over whole. */
async function namesOfContract(specifier: string, members: readonly string[]): Promise<string> {
  const contract = (await import(specifier)) as Record<string, object>
  const values = members.map((member) => {
    const [name = '', here = name] = member.split(': ')
    if (typeof contract[name] === 'function')
      return `${here} = ${String(contract[name]).replaceAll(/\s+/g, ' ')}`
    if (Array.isArray(contract[name])) return `${here} = ${JSON.stringify(contract[name])}`
    const names = Object.keys(contract[name] ?? {})
    return `${here} = ${JSON.stringify(Object.fromEntries(names.map((each) => [each, true])))}`
  })
  return `const ${values.join(', ')}`
}

const nameOf = (file: string) =>
  relative(server, file)
    .replace(/\.ts$/, '')
    .replaceAll(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())
