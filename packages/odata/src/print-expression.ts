import type { Expression, Path } from './tree.ts';

/**
 * The text of a tree with every operation in parentheses. Parsing it gives an equal tree except for positions, provided
 * the limits allow the parentheses.
 */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return expression.text;
    case 'path':
      return printPath(expression);
    case 'binary':
      return `(${printExpression(expression.left)} ${expression.operator} ${printExpression(expression.right)})`;
    case 'unary':
      return `(${expression.operator === 'not' ? 'not ' : '-'}${printOperand(expression.operand)})`;
    case 'in':
      return `(${printExpression(expression.operand)} in ${printCollection(expression.values)})`;
    case 'call':
      return `${expression.name}(${expression.arguments.map(printExpression).join(',')})`;
    case 'lambda': {
      const { source, quantifier, variable, predicate } = expression;
      const body = variable === undefined || predicate === undefined ? '' : `${variable}:${printExpression(predicate)}`;
      return `${printPath(source)}/${quantifier}(${body})`;
    }
  }
}

/** A literal is parenthesised so that a preceding minus does not become part of it. */
function printOperand(operand: Expression): string {
  return operand.kind === 'literal' ? `(${operand.text})` : printExpression(operand);
}

function printCollection(values: Extract<Expression, { kind: 'in' }>['values']): string {
  if ('kind' in values) return printPath(values);
  return `(${values.map((value) => value.text).join(',')})`;
}

function printPath({ variable, segments, count }: Path): string {
  return [...(variable === undefined ? [] : [variable]), ...segments, ...(count ? ['$count'] : [])].join('/');
}
