# Takes away what npm installs and nothing here uses: headers, a model, source maps, copies of the same modules in other
# formats. Note 0049 has the sizes.
cd "$(dirname "$0")/../node_modules" || exit 0
rm -rf node-linux-*/include @tesseract.js-data/eng/4.0.0
rm -rf pdfjs-dist/legacy pdfjs-dist/node_modules pdfjs-dist/web pdfjs-dist/image_decoders
rm -rf lucide-react/dist/cjs lucide-react/dynamic* lucide-react/dist/*.prefixed.d.ts lucide-react/dist/*.suffixed.d.ts
rm -rf @tanstack/*/src @tanstack/*/dist/cjs react-dom/cjs/react-dom-server* react-dom/cjs/react-dom-profiling*
find . -name '*s.map' -delete
rm -rf vega/build/vega.js vega/build/vega-core* vega/build/*.min.js vega*/build/*-schema.json vega-*/src
rm -rf vega-lite/build/*.min.js vega-lite/bin vega-lite/node_modules/yargs d3-*/dist/*.js
rm -rf topojson-client/dist robust-predicates/umd d3-*/node_modules/commander topojson-client/node_modules/commander
rm -rf @*/*/dist-types/ts3.4 bintrees/test pdfkit/js/*standalone* pdfkit/js/*browser* pdfjs-dist/build/pdf.worker.mjs
