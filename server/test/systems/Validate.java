import java.io.File;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

/** Each file by each flavour that is named first: how many checks were made, and a line for each that failed. */
public class Validate {
  public static void main(String[] args) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (String name : args[0].split(",")) {
      PDFAFlavour flavour = PDFAFlavour.fromString(name);
      for (int index = 1; index < args.length; index++) {
        try (var parser = Foundries.defaultInstance().createParser(new File(args[index]), flavour);
            var validator = Foundries.defaultInstance().createValidator(flavour, false)) {
          var result = validator.validate(parser);
          System.out.println("checked " + name + " " + result.getTotalAssertions() + " " + result.isCompliant());
          for (TestAssertion one : result.getTestAssertions()) {
            if (one.getStatus() != TestAssertion.Status.FAILED) continue;
            var rule = one.getRuleId();
            System.out.println("failed " + name + " " + rule.getClause() + "-" + rule.getTestNumber() + ": "
                + one.getMessage() + " " + one.getLocation().getContext());
          }
        }
      }
    }
  }
}
