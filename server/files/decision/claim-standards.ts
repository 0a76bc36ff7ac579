import {
  PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  type PdfStream,
  PdfString,
} from '@libpdf/core'

import { completeText } from './complete-text.ts'

export const sealFieldName = 'Seal'

/**
 * Completes what Typst has tagged to PDF/UA-1 and PDF/A-2a: the claims themselves, the title in the window, and links that
 * say where they lead. Where there is to be a seal, an empty field takes it, so that sealing only adds to the file. The
 * same bytes come from the same bytes.
 */
export async function claimStandards(
  bytes: Uint8Array,
  { linkTexts, sealText }: { linkTexts: ReadonlyMap<string, string>; sealText?: string },
): Promise<Buffer> {
  const pdf = await PDF.load(bytes)
  const { registry } = pdf.context
  const catalog = pdf.getCatalog()
  const resolve = <T>(value: unknown) => (value instanceof PdfRef ? registry.resolve(value) : value) as T

  catalog.set(
    'ViewerPreferences',
    PdfDict.of({ Direction: PdfName.of('L2R'), DisplayDocTitle: PdfBool.of(true) }),
  )
  const metadata = resolve<PdfStream>(catalog.get('Metadata'))
  metadata.setData(Buffer.from(withClaims(Buffer.from(metadata.getDecodedData()).toString())))
  completeText(pdf)
  for (const page of pdf.getPages()) {
    for (const annotation of page.getAnnotations()) {
      const action = resolve<PdfDict | undefined>(annotation.dict.get('A'))
      const text = linkTexts.get(action?.getString('URI')?.asString() ?? '')
      if (text) annotation.dict.set('Contents', PdfString.fromString(text))
    }
  }
  if (sealText !== undefined) {
    const field = registry.register(
      PdfDict.of({
        FT: PdfName.of('Sig'),
        T: PdfString.fromString(sealFieldName),
        TU: PdfString.fromString(sealText),
      }),
    )
    catalog.set('AcroForm', PdfDict.of({ Fields: new PdfArray([field]), SigFlags: PdfNumber.of(3) }))
  }
  return Buffer.from(await pdf.save({ compressStreams: false }))
}

/** Namespaces are declared where they are used, so that nothing else of the packet has to be read. */
function withClaims(packet: string): string {
  const end = '</rdf:Description>'
  if (packet.split(end).length !== 2) throw new Error('The metadata of the PDF is not as it was expected.')
  return packet.replace(end, `${claims}${end}`)
}

/** PDF/A knows no words of PDF/UA, so the packet says what that one means. */
const claims = [
  '<pdfuaid:part xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">1</pdfuaid:part>',
  '<pdfaid:part xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">2</pdfaid:part>',
  '<pdfaid:conformance xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">A</pdfaid:conformance>',
  '<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  ' xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">',
  '<rdf:Bag><rdf:li rdf:parseType="Resource">',
  '<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>',
  '<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>',
  '<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>',
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">',
  '<pdfaProperty:name>part</pdfaProperty:name>',
  '<pdfaProperty:valueType>Integer</pdfaProperty:valueType>',
  '<pdfaProperty:category>internal</pdfaProperty:category>',
  '<pdfaProperty:description>The part of ISO 14289 that the file conforms to</pdfaProperty:description>',
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>',
].join('')
