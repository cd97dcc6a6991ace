import ts from 'typescript';

/**
 * A change of a source that a test should detect; `runsAt` is the position at which the changed code begins.
 * @typedef {{ start: number, end: number, runsAt: number, replacement: string, operator: string }} Edit
 */

const { SyntaxKind } = ts;

/** @type {ReadonlyMap<ts.SyntaxKind, readonly [operator: string, token: string]>} */
const binaryTokens = new Map([
  [SyntaxKind.LessThanToken, ['boundary', '<=']],
  [SyntaxKind.LessThanEqualsToken, ['boundary', '<']],
  [SyntaxKind.GreaterThanToken, ['boundary', '>=']],
  [SyntaxKind.GreaterThanEqualsToken, ['boundary', '>']],
  [SyntaxKind.EqualsEqualsEqualsToken, ['equality', '!==']],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['equality', '===']],
  [SyntaxKind.AmpersandAmpersandToken, ['logical', '||']],
  [SyntaxKind.BarBarToken, ['logical', '&&']],
  [SyntaxKind.MinusToken, ['arithmetic', '+']],
  [SyntaxKind.AsteriskToken, ['arithmetic', '/']],
  [SyntaxKind.SlashToken, ['arithmetic', '*']],
  [SyntaxKind.PercentToken, ['arithmetic', '*']],
  [SyntaxKind.PlusEqualsToken, ['arithmetic', '-=']],
  [SyntaxKind.MinusEqualsToken, ['arithmetic', '+=']],
]);

/** Methods replaced by another one. */
const exchangedMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['find', 'findLast'],
  ['findLast', 'find'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
]);

/** Methods whose call is replaced by the object on which they are called. */
const leftOutMethods = new Set([
  ...['filter', 'toSorted', 'sort', 'toReversed', 'reverse', 'slice', 'concat', 'trim', 'toLowerCase', 'toUpperCase'],
  ...[
    'where',
    'whereRef',
    'on',
    'onRef',
    'having',
    'orderBy',
    'limit',
    'offset',
    'forUpdate',
    'skipLocked',
    'distinct',
  ],
]);

/** Properties whose texts are only documentation. */
const documenting = new Set(['summary', 'description']);

/** Calls that run the statements of an array. */
const joiningCalls = /^(settleAll|Promise\.all|Promise\.allSettled)$/;

/** @type {(node: ts.Node) => boolean} */
const isDeclarationOfTypes = (node) =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isModuleDeclaration(node);

/** @type {(node: ts.Node) => boolean} */
const isPropertyName = ({ parent }) =>
  ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent) || ts.isMethodDeclaration(parent);

/** @type {(node: ts.Node) => boolean} */
const documents = ({ parent }) =>
  ts.isPropertyAssignment(parent) && ts.isIdentifier(parent.name) && documenting.has(parent.name.text);

/**
 * The mutations of a source, by operators on its syntax tree. The checker provides the types of returned expressions.
 * Includes mutations that do not compile.
 * @param {ts.SourceFile} source
 * @param {ts.TypeChecker} checker
 * @returns {Edit[]}
 */
export function editsOf(source, checker) {
  /** @type {Map<string, Edit>} */
  const edits = new Map();

  /** @type {(node: ts.Node, operator: string, replacement: string) => void} */
  const replace = (node, operator, replacement) => {
    const [start, end] = [node.getStart(source), node.getEnd()];
    if (source.text.slice(start, end) === replacement) return;
    const isOperator = ts.isBinaryExpression(node.parent) && node.parent.operatorToken === node;
    const runsAt = isOperator ? node.parent.getStart(source) : start;
    edits.set(`${start} ${end} ${replacement}`, { start, end, runsAt, replacement, operator });
  };
  /** @type {(node: ts.Node) => string} */
  const textOf = (node) => node.getText(source);

  /** @type {(condition: ts.Expression) => void} */
  const negate = (condition) => {
    const negated =
      ts.isPrefixUnaryExpression(condition) && condition.operator === SyntaxKind.ExclamationToken
        ? textOf(condition.operand)
        : `!(${textOf(condition)})`;
    replace(condition, 'condition negated', negated);
  };

  /** @type {(type: ts.Type) => string[]} */
  const constantsOf = (type) => {
    if (type.flags & ts.TypeFlags.BooleanLike || (type.isUnion() && type.types.every(isBoolean)))
      return ['true', 'false'];
    if (type.flags & ts.TypeFlags.NumberLike) return ['0'];
    if (type.flags & ts.TypeFlags.StringLike) return ["''"];
    if (type.flags & ts.TypeFlags.Void) return ['undefined'];
    if (checker.isArrayType(type) || checker.isTupleType(type)) return ['[]'];
    if (type.isUnion() && type.types.some(({ flags }) => flags & ts.TypeFlags.Undefined)) return ['undefined'];
    const name = type.getSymbol()?.name ?? '';
    if (/^(Readonly)?(Map|Set)$/.test(name)) return [`new ${name.replace('Readonly', '')}()`];
    return [];
  };

  /** @type {(expression: ts.Expression) => void} */
  const replaceReturned = (expression) => {
    const type = checker.getTypeAtLocation(expression);
    const awaited = checker.getAwaitedType(type) ?? type;
    for (const constant of constantsOf(awaited))
      replace(expression, 'returned constant', awaited === type ? constant : `Promise.resolve(${constant})`);
  };

  /** @type {(node: ts.BinaryExpression) => void} */
  const mutateBinary = (node) => {
    const exchanged = binaryTokens.get(node.operatorToken.kind);
    if (exchanged) replace(node.operatorToken, ...exchanged);
    if (node.operatorToken.kind === SyntaxKind.QuestionQuestionToken) replace(node, 'logical', textOf(node.left));
    const added = [node.left, node.right].map((side) => checker.getTypeAtLocation(side));
    if (node.operatorToken.kind === SyntaxKind.PlusToken && added.every(isNumber))
      replace(node.operatorToken, 'arithmetic', '-');
  };

  /** @type {(node: ts.CallExpression) => void} */
  const mutateCall = (node) => {
    if (joiningCalls.test(textOf(node.expression)))
      for (const list of node.arguments)
        if (ts.isArrayLiteralExpression(list))
          for (const element of list.elements)
            if (ts.isCallExpression(element)) replace(element, 'call removed', 'Promise.resolve()');
    if (!ts.isPropertyAccessExpression(node.expression)) return;
    const { name, expression } = node.expression;
    const exchanged = exchangedMethods.get(name.text);
    if (exchanged) replace(name, 'method', exchanged);
    if (leftOutMethods.has(name.text)) replace(node, 'method', textOf(expression));
  };

  /** @type {(node: ts.Statement) => void} */
  const mutateStatement = (node) => {
    if (ts.isExpressionStatement(node)) {
      if (!ts.isStringLiteral(node.expression) && !textOf(node).startsWith('super('))
        replace(node, 'statement removed', ';');
    } else if (ts.isIfStatement(node)) {
      negate(node.expression);
      if (!node.elseStatement) replace(node, 'statement removed', ';');
    } else if (ts.isContinueStatement(node) || (ts.isThrowStatement(node) && !isAllOfIf(node))) {
      replace(node, 'statement removed', ';');
    } else if (ts.isReturnStatement(node)) {
      if (node.expression) replaceReturned(node.expression);
    } else if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
      negate(node.expression);
    } else if (ts.isForStatement(node) && node.condition) {
      negate(node.condition);
    }
  };

  /** @type {(node: ts.Expression) => void} */
  const mutateExpression = (node) => {
    if (ts.isConditionalExpression(node)) negate(node.condition);
    else if (ts.isBinaryExpression(node)) mutateBinary(node);
    else if (ts.isCallExpression(node)) mutateCall(node);
    else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) mutateUnary(node);
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) replaceReturned(node.body);
    else if (node.kind === SyntaxKind.TrueKeyword) replace(node, 'constant', 'false');
    else if (node.kind === SyntaxKind.FalseKeyword) replace(node, 'constant', 'true');
    else if (ts.isNumericLiteral(node) && !isPropertyName(node)) mutateNumber(node);
    else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
      mutateString(node);
  };

  /** @type {(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression) => void} */
  const mutateUnary = (node) => {
    const [start, operand] = [textOf(node), textOf(node.operand)];
    if (node.operator === SyntaxKind.PlusPlusToken) replace(node, 'arithmetic', start.replace('++', '--'));
    else if (node.operator === SyntaxKind.MinusMinusToken) replace(node, 'arithmetic', start.replace('--', '++'));
    else if (node.operator === SyntaxKind.ExclamationToken) replace(node, 'condition negated', operand);
  };

  /** @type {(node: ts.NumericLiteral) => void} */
  const mutateNumber = (node) => {
    const value = Number(node.text);
    replace(node, 'constant', value === 1 ? '0' : String(value + 1));
  };

  /** @type {(node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression) => void} */
  const mutateString = (node) => {
    const own = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
    if (own || documents(node) || ts.isTaggedTemplateExpression(node.parent)) return;
    replace(node, 'constant', ts.isTemplateExpression(node) || node.text !== '' ? "''" : "'mutant'");
  };

  /** @type {(node: ts.Node) => void} */
  const visit = (node) => {
    if (isDeclarationOfTypes(node)) return;
    if (ts.isStatement(node)) mutateStatement(node);
    else if (ts.isExpression(node)) mutateExpression(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...edits.values()];
}

/** @type {(type: ts.Type) => boolean} */
const isNumber = ({ flags }) => (flags & ts.TypeFlags.NumberLike) !== 0;

/** @type {(type: ts.Type) => boolean} */
const isBoolean = ({ flags }) => (flags & ts.TypeFlags.BooleanLike) !== 0;

/**
 * Whether a statement is the whole body of an `if` that can be removed instead.
 * @type {(node: ts.Statement) => boolean}
 */
const isAllOfIf = ({ parent }) =>
  ts.isIfStatement(parent)
    ? !parent.elseStatement
    : ts.isBlock(parent) &&
      parent.statements.length === 1 &&
      ts.isIfStatement(parent.parent) &&
      !parent.parent.elseStatement;
