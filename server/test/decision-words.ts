import type { DecisionPackage, PackageBlock } from '@portico/contract/decision-package'
import { type LaidBlock, layOut } from '../core/decision/layout.ts'
import type { PrintedBlock, PrintedDecision, PrintedRun } from '../files/decision/printed-decision.ts'

/** All words of the text as the template sets them, with the numbers that it gives. */
export function printedWords(printed: PrintedDecision): string[] {
  const runs = (some: readonly PrintedRun[]): string[] =>
    some.flatMap((run) => ('text' in run ? [run.text] : 'footnote' in run ? runs(run.footnote) : []))
  const blocks = (some: readonly PrintedBlock[]): string[] =>
    some.flatMap((block) => {
      switch (block.type) {
        case 'quote':
          return blocks(block.blocks)
        case 'list':
          return block.items.flatMap((item, index) => [
            ...(block.start === undefined ? [] : [`#${block.start + index}`]),
            ...blocks(item),
          ])
        case 'table':
          return [
            block.caption ?? '',
            ...[block.header, ...block.rows].flat().flatMap((cell) => runs(cell.runs)),
          ]
        default:
          return runs(block.runs)
      }
    })
  const { words, issues, orders } = printed
  return [
    ...blocks(printed.opening),
    words.issues,
    ...orders.flatMap(({ heading, issues: numbers }) => [
      heading,
      ...numbers.flatMap((number) => blocks(issues[number - 1]?.ordered ?? [])),
    ]),
    ...printed.parts.flatMap((part) => [part.heading, ...blocks(part.blocks)]),
    words.reasons,
    ...issues.flatMap((issue) => blocks(issue.blocks)),
    ...blocks(printed.closing),
  ].filter((text) => text !== '')
}

/** The same of the layout that the preview answers and the workspace draws. */
export function laidWords({
  sections,
  structure,
}: Pick<DecisionPackage, 'sections' | 'structure'>): string[] {
  const inline = (some: readonly object[]): string[] =>
    some.flatMap((run) =>
      'text' in run
        ? [String(run.text)]
        : 'label' in run && 'number' in run
          ? [`${run.label} [${run.number}]`]
          : 'content' in run
            ? inline(run.content as object[])
            : [],
    )
  const words = (block: PackageBlock): string[] => {
    switch (block.type) {
      case 'boilerplate':
        return block.content.flatMap(words)
      case 'list':
        return block.items.flatMap(({ content }) => inline(content))
      case 'table':
        return [
          block.caption ?? '',
          ...[block.header, ...block.rows.map(({ cells }) => cells)]
            .flat()
            .flatMap(({ content }) => inline(content)),
        ]
      default:
        return inline(block.content)
    }
  }
  const laid = (some: readonly LaidBlock<PackageBlock>[]) =>
    some.flatMap(({ block, number, heading }) => [
      heading ?? '',
      ...(number === undefined ? [] : [`#${number}`]),
      ...words(block),
    ])
  return layOut(sections, structure)
    .flatMap(({ heading = '', issues = [], blocks = [] }) => [
      heading,
      ...issues.flatMap((issue) => laid(issue.blocks)),
      ...laid(blocks),
    ])
    .filter((text) => text !== '')
}
