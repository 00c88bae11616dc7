/**
 * The named types that a public declaration mentions: in parameters, results, public members, base types and
 * type arguments, whether written out or inferred. Members that are private, protected or marked `@internal`
 * are left out; those of a base class count as the class's own.
 */
import ts from 'typescript';

/**
 * Every class, interface, enumeration and type alias of this repository that the declarations of `symbol`
 * mention.
 */
export function mentionedTypes(checker: ts.TypeChecker, symbol: ts.Symbol): Set<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  const seenTypes = new Set<ts.Type>();
  /** Whether a derived class has a constructor, so that those of its bases are not called from outside. */
  let isConstructorKnown = false;

  const addSymbol = (mentioned: ts.Symbol | undefined) => {
    if (!mentioned) return;
    const target = mentioned.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(mentioned) : mentioned;
    const named =
      ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.Enum | ts.SymbolFlags.TypeAlias;
    const file = target.declarations?.[0]?.getSourceFile();
    if (file && (target.flags & named) !== 0 && isOwn(file) && target !== symbol) found.add(target);
  };

  /** Types that nobody has written: of initialised members and of results without an annotation. */
  const addType = (type: ts.Type) => {
    if (seenTypes.has(type)) return;
    seenTypes.add(type);
    for (const argument of type.aliasTypeArguments ?? []) addType(argument);
    if (type.aliasSymbol) return addSymbol(type.aliasSymbol);
    if (type.isUnionOrIntersection()) for (const part of type.types) addType(part);
    const { objectFlags = 0 } = type as ts.ObjectType;
    if (objectFlags & ts.ObjectFlags.Reference)
      for (const argument of checker.getTypeArguments(type as ts.TypeReference)) addType(argument);
    if (!(objectFlags & ts.ObjectFlags.Anonymous)) return addSymbol(type.symbol);
    const own = type.symbol?.declarations?.[0]?.getSourceFile();
    if (!own || !isOwn(own) || type.symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Enum)) return;
    for (const property of type.getProperties()) addType(checker.getTypeOfSymbol(property));
    for (const signature of type.getCallSignatures()) {
      addType(signature.getReturnType());
      for (const parameter of signature.parameters) addType(checker.getTypeOfSymbol(parameter));
    }
  };

  /** Visits the nodes of the declaration. */
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || isHidden(node)) return;
    if (ts.isTypeReferenceNode(node)) addSymbol(checker.getSymbolAtLocation(node.typeName));
    if (ts.isExpressionWithTypeArguments(node)) {
      const base = checker.getSymbolAtLocation(node.expression);
      if (!ts.isClassLike(node.parent.parent)) addSymbol(base);
      else if (isExtended(node))
        visitBase(base, node.parent.parent.members.some(ts.isConstructorDeclaration));
    }
    if (ts.isFunctionLike(node) && !node.type && !ts.isConstructorDeclaration(node)) {
      const signature = checker.getSignatureFromDeclaration(node);
      if (signature) addType(signature.getReturnType());
    }
    if (
      (ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node) || ts.isParameter(node)) &&
      !node.type
    )
      addType(checker.getTypeAtLocation(node));
    ts.forEachChild(node, child => {
      if (!('initializer' in node && node.initializer === child)) visit(child);
    });
  };

  /**
   * Members of a base class are those of the class itself: the types they mention count, the name of the base
   * does not.
   */
  const visitBase = (base: ts.Symbol | undefined, hasConstructor: boolean) => {
    const target = base && base.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(base) : base;
    const before = isConstructorKnown;
    isConstructorKnown ||= hasConstructor;
    for (const declaration of target?.declarations ?? [])
      if (isOwn(declaration.getSourceFile()))
        ts.forEachChild(declaration, member => {
          if (!(isConstructorKnown && ts.isConstructorDeclaration(member))) visit(member);
        });
    isConstructorKnown = before;
  };

  for (const declaration of symbol.declarations ?? []) visit(declaration);
  return found;
}

const hiding = new Set([ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword]);

function isOwn(file: ts.SourceFile): boolean {
  return !file.fileName.includes('/node_modules/');
}

/**
 * Whether a class or interface extends this, rather than implements it: the class itself declares the members
 * of an interface that it implements.
 */
function isExtended({ parent }: ts.ExpressionWithTypeArguments): boolean {
  return ts.isHeritageClause(parent) && parent.token === ts.SyntaxKind.ExtendsKeyword;
}

/** Whether users see nothing of a member: it is private, protected or marked as internal. */
function isHidden(node: ts.Node): boolean {
  const { modifiers = [] } = node as { modifiers?: readonly ts.ModifierLike[] };
  return (
    modifiers.some(({ kind }) => hiding.has(kind)) ||
    ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal')
  );
}
