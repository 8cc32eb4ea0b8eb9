import ts from 'typescript';

/** Counts all lines; lines of code without imports and lone brackets; and lines that have only a comment. */
export function countsOf(source) {
  const { text } = source;
  const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line;
  const comments = new Set();
  const code = new Set();
  const imports = new Set();
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) addLines(imports, lineOf(node.getStart(source)), lineOf(node.end));
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? [])
      addLines(comments, lineOf(pos), lineOf(end));
    if (ts.isTokenKind(node.kind) || node.getChildCount(source) === 0) {
      const token = node.getText(source);
      if (/[^\s{}()[\];,]/.test(token)) addLines(code, lineOf(node.getStart(source)), lineOf(node.end));
    }
    for (const child of node.getChildren(source)) if (!ts.isJSDoc(child)) visit(child);
  };
  visit(source);
  return {
    lines: text.split('\n').length - 1,
    code: [...code].filter((line) => !imports.has(line)).length,
    comments: [...comments].filter((line) => !code.has(line)).length,
  };
}

function addLines(set, from, to) {
  for (let line = from; line <= to; line++) set.add(line);
}

export function routesWithoutOperation(files) {
  return files.reduce((sum, { source }) => sum + count(source, isOperationId), 0);
}

function isOperationId(node) {
  return ts.isPropertyAssignment(node) && node.name.getText() === 'operationId' && ts.isStringLiteral(node.initializer);
}

function count(node, is) {
  let found = is(node) ? 1 : 0;
  ts.forEachChild(node, (child) => {
    found += count(child, is);
  });
  return found;
}

/** Returns interfaces with at least three fields whose names equal those of an object schema in another file. */
export function interfacesThatMirror(files) {
  const schemas = new Map();
  const interfaces = [];
  for (const { path, source } of files) {
    const visit = (node) => {
      const fields = fieldsOfSchema(node);
      if (fields !== null) schemas.set(fields, [...(schemas.get(fields) ?? []), path]);
      if (ts.isInterfaceDeclaration(node))
        interfaces.push({ path, name: node.name.text, fields: fieldsOf(node.members) });
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return interfaces.filter(({ path, fields }) => schemas.get(fields)?.some((other) => other !== path));
}

function fieldsOfSchema(node) {
  if (!ts.isCallExpression(node) || !/^(Type|t)\.Object$/.test(node.expression.getText())) return null;
  const [object] = node.arguments;
  return object !== undefined && ts.isObjectLiteralExpression(object) ? fieldsOf(object.properties) : null;
}

function fieldsOf(members) {
  const names = members.map((member) => member.name?.getText().replaceAll(/['"]/g, ''));
  return names.length < 3 || names.includes(undefined) ? null : names.sort().join(' ');
}
