import { ManifestEntry } from '@portico/contract/decision-package'
import Type, { type Static } from '@portico/contract/type'

const Packed = Type.Object({ file: Type.String(), bytes: Type.Integer(), sha256: Type.String() })

const { documentId, version, name, startPage, endPage, content } = ManifestEntry.properties

export const CitedDocument = Type.Object({ documentId, version, name, startPage, endPage, content })
export type CitedDocument = Static<typeof CitedDocument>

export const PackedCitedDocument = Type.Object({
  ...CitedDocument.properties,
  packed: Type.Optional(Packed),
  /** Its pages were cut out of a larger file: the file that is packed has another hash than the one that was filed. */
  isCut: Type.Optional(Type.Literal(true)),
  notIncluded: Type.Optional(Type.String()),
})
export type PackedCitedDocument = Static<typeof PackedCitedDocument>

/** `manifest.json` of the package of a decision; it is signed. */
export const DecisionManifest = Type.Object({
  format: Type.Literal('portico-decision-package'),
  version: Type.Literal(1),
  case: Type.Object({ id: Type.String(), version: Type.Integer(), docketNumber: Type.String() }),
  workProductId: Type.String(),
  packageSha256: Type.String(),
  /** How the decision stood when this was packed. */
  status: Type.Union([Type.Literal('signed'), Type.Literal('released'), Type.Literal('recalled')]),
  packedAt: Type.String(),
  notice: Type.Optional(Type.String()),
  files: Type.Array(Packed),
  documents: Type.Array(PackedCitedDocument),
  events: Type.Object({ ...Packed.properties, count: Type.Integer() }),
})
export type DecisionManifest = Static<typeof DecisionManifest>

/** What a page says, for quotes from pages that are pictures. */
export const CitedPageText = Type.Object({
  page: Type.Integer(),
  source: Type.Union([Type.Literal('textLayer'), Type.Literal('ocr')]),
  text: Type.String(),
})
export type CitedPageText = Static<typeof CitedPageText>

export const decisionFiles = {
  readme: 'README.txt',
  decision: 'decision.pdf',
  package: 'decision-package.json',
  pageTexts: 'page-texts.json',
  certificates: 'seal.pem',
  events: 'events.ndjson',
  manifest: 'manifest.json',
  signature: 'manifest.sig',
} as const
